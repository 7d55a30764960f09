// Written by `python -m ryumon.server.typescript` from the server's messages and the views of
// all games. Do not edit.

/** The viewer who sits at no seat. */
export const PUBLIC = -3

/** What this viewer saw: its number, its kind, a sentence, and what the game says of it. */
export interface GameEvent {
  n: number
  kind: string
  text: string
  seat?: number
  move?: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [fact: string]: any
}

/** Pick `least` to `most` of `which`, ascending, then `then`. */
export interface Pick {
  kind: 'pick'
  seat: number
  rule: string
  which: string[]
  least: number
  most: number
  chosen: string[]
  then: string | null
  to: number | null
}

/** The rest of a turn of Tatsu: each way to an empty `then` is a complete list of moves. */
export interface Branch {
  move: string
  kind: string
  die: number
  stone: string
  from: number | null
  to: number
  then: Branch[]
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [fact: string]: any
}

export interface Tree {
  kind: 'tree'
  seat: number
  rule: string
  dice: number[]
  left: number[]
  which: Branch[]
}

export type Choice = Pick | Tree

/** The body of every answer that is not 2xx. */
export interface Problem {
  sentence: string
  rule: string
}

/** GET /api/house: what can be played here. */
export interface House {
  games: Array<GameInfo>
  levels: Array<string>
  version: string
}

export interface GameInfo {
  name: string
  title: string
  players: Array<number>
  default_players: number
  options: Array<OptionInfo>
}

export interface OptionInfo {
  name: string
  text: string
  values: Array<any>
  default: any
}

/** GET /api/me. PUT it to be called otherwise. */
export interface Me {
  name: string
}

export interface SetMe {
  name: string
}

/** POST /api/tables. `bots`: for each seat a level, or None for a person; the creator sits at `seat`. With `start` all seats must be taken by then. */
export interface CreateTable {
  game: string
  players?: number | null
  options?: Record<string, any>
  bots?: Array<string | null> | null
  seat?: number | null
  name?: string
  clock?: Clock
  aids?: boolean
  public?: boolean
  level?: string
  expiry?: 'bot' | 'thumb'
  start?: boolean
  origin?: FromRecord | null
}

/** How time is counted: `move` seconds for each move, or a bank of `bank` seconds that each move fills up by `increment`, or `days` for each move. */
export interface Clock {
  kind?: 'bank' | 'days' | 'move' | 'none'
  move?: number
  bank?: number
  increment?: number
  days?: number
}

/** Play on from a record after so many of its moves. */
export interface FromRecord {
  record: string
  move: number
}

/** GET /api/tables/T, and the answer to whatever is done to a table: the table as it is. */
export interface TablePage {
  info: TableInfo
  you: You
}

/** A table without its game: who sits there and how it is played. */
export interface TableInfo {
  table: string
  game: string
  players: number
  options: Record<string, any>
  status: 'closed' | 'finished' | 'frozen' | 'open' | 'running'
  public: boolean
  aids: boolean
  clock: Clock
  seats: Array<SeatInfo>
  spectators: number
  host: number | null
  level: string
  expiry: 'bot' | 'thumb'
  practice: boolean
  offers: Array<Offer>
  fairness: Fairness | null
  result: Result | null
  next: string
  note: string
  day: string
}

export interface SeatInfo {
  seat: number
  name: string
  level: string
  here: boolean
  taken_over: boolean
  conceded: boolean
  muted: boolean
  program: boolean
  random: string
}

/** Something that all persons at the table have to agree to. */
export interface Offer {
  id: number
  kind: 'end' | 'rematch' | 'undo'
  seat: number
  agreed: Array<number>
  waiting: Array<number>
}

/** See docs/fairness.md. `secret` and `key` are shown when the table has ended. */
export interface Fairness {
  commitment: string
  verifiable: boolean
  secret: string
  key: string
}

export interface Result {
  winners: Array<number>
  payoffs: Array<number>
  reason: string
  scores: Array<number>
}

/** What this browser may do at a table. */
export interface You {
  seats: Array<number>
  host: boolean
  join: boolean
  watch: boolean
}

/** Secret links, as paths. They work in any browser. */
export interface Links {
  join: string
  watch: string
  host: string
  seats: Record<string, string>
  lan: string
}

/** POST /api/tables/T/enter: what a secret link holds behind its #. */
export interface Enter {
  token: string
}

/** POST /api/tables/T/sit. Without a seat, any that is free; one's own again to add to the deal after the table has shown its promise. */
export interface Sit {
  seat?: number | null
  name?: string
  random?: string
}

/** POST /api/tables/T/leave: give up one's seats; a bot plays on if the game runs. */
export interface Leave {
  seat?: number | null
}

/** POST /api/tables/T/host: what only the host may do. */
export interface Host {
  do: 'close' | 'fill' | 'hand-on' | 'mute' | 'reissue' | 'remove' | 'replace' | 'start' | 'unmute'
  seat?: number | null
  level?: string
}

/** POST /api/tables/T/claim-host: of a table whose host has been gone for long. */
export interface Claim {

}

export interface TableList {
  tables: Array<TableRow>
}

/** A table in a list. */
export interface TableRow {
  table: string
  game: string
  players: number
  options: Record<string, any>
  status: 'closed' | 'finished' | 'frozen' | 'open' | 'running'
  names: Array<string>
  levels: Array<string>
  free: number
  waiting: boolean
}

/** GET /api/tables/T/replay: of a finished table; every move with what this viewer saw. */
export interface Replay {
  table: string
  viewer: number
  names: Array<string>
  record: string
  steps: Array<ReplayStep>
}

export interface ReplayStep {
  move: string
  events: Array<GameEvent>
  view: View
}

/** GET /api/learn/G: the guided first game, as its seat sees it. */
export interface Guide {
  game: string
  seat: number
  options: Record<string, any>
  names: Array<string>
  frames: Array<GuideFrame>
}

/** A moment of a guided game: what happened since the last one, and what is to be done. `notes[k]` is said when k of the moves are chosen. No moves: there is only something to read. GET /api/learn/G/why?at=AT&move=M&move=M tells why other moves cannot be made; it answers with a reason. */
export interface GuideFrame {
  at: number
  events: Array<GameEvent>
  view: View
  choice: Choice | null
  aids: Aids
  moves: Array<string>
  notes: Array<string>
}

/** GET /api/tables/T/review: of a table that has ended. `of` decisions are judged one after the other; ask again until all are. `shares`: what each seat got of the win, if the game was played to its end. */
export interface Review {
  of: number
  judged: Array<Judged>
  shares: Array<number>
}

/** A decision, judged with what its seat knew then. `error` is the standard error of a chance, None if the move was hardly looked at; `reason` speaks for the best move. */
export interface Judged {
  at: number
  seat: number
  move: string
  chance: number
  error: number | null
  best: string
  best_chance: number
  best_error: number | null
  reason: string
}

/** GET /api/tables/T/position: of a table that has ended, everything that lay there after so many moves, as `game.position` takes it. */
export interface Position {
  position: Record<string, any>
}

/** GET /api/tables/T/verify: was every card dealt from the key that was promised? */
export interface Verdict {
  sound: boolean
  sentence: string
  draws: number
  outcomes: Array<Draw>
}

/** An outcome of chance: the marks from `low` on, `weight` of them, lead to it, of `of`. */
export interface Draw {
  at: number
  move: string
  low: number
  weight: number
  of: number
}

/** GET /api/tables/T/statistics */
export interface Statistics {
  rounds: Array<Array<number>>
  seats: Array<SeatStatistics>
  moves: number
}

export interface SeatStatistics {
  seat: number
  name: string
  level: string
  seconds: number
  decisions: number
}

/** POST /api/import: a record becomes a finished table, or one that goes on as practice. */
export interface ImportRecord {
  record: string
}

/** POST /api/bot/account */
export interface OpenAccount {
  name: string
}

/** A program that may sit at tables. The token is shown only here. */
export interface Account {
  name: string
  token: string
}

/** POST /api/bot/tables/T/move: a decision, or the next move of one. `expected` is the last number that the program was told; `id` makes that it acts once, however often it is sent. */
export interface ProgramMove {
  id: string
  expected: number
  moves: Array<string>
  seat?: number | null
}

/** The first line of GET /api/bot/stream: all tables at which the program sits. */
export interface TablesLine {
  type: 'tables'
  tables: Array<TableRow>
}

/** A table that is new to the program, or has changed. */
export interface TableLine {
  type: 'table'
  table: TableRow
}

/** A table at which the program does not sit any more. */
export interface GoneLine {
  type: 'gone'
  table: string
}

/** Comes after a welcome or a step that asks for a decision: the program is to move. `legal` has the moves that it may make next; `knowledge` is there only with ?knowledge=1. */
export interface TurnLine {
  type: 'turn'
  n: number
  legal: Array<string>
  knowledge: Knowledge | null
}

/** All that the seat knows, as the fields of a state in which everything else is a fixed filler. For Ryumon's own levels; it may change with any version. */
export interface Knowledge {
  fields: Array<string>
  values: Array<any>
}

export interface Health {
  status: 'draining' | 'ok' | 'trouble'
  version: string
}

/** POST /api/seasons. `entrants` are levels, and account:NAME for a program that is expected; with `joining` any program may join until it is begun. Each round is one deal, played in all seatings; with `duplicate` its cards are the same at all these tables. `seconds` are those of a program's move, `pace` those of a bot's. */
export interface CreateSeason {
  name: string
  game: string
  entrants: Array<string>
  players?: number | null
  options?: Record<string, any>
  rounds?: number
  seconds?: number
  at_once?: number
  duplicate?: boolean
  joining?: boolean
  pace?: number | null
}

/** POST /api/seasons/S/host: begin with those who are there, or make no more tables. */
export interface HostSeason {
  do: 'start' | 'stop'
}

/** GET /api/seasons, the newest first. `make`: may this person make one? */
export interface SeasonList {
  seasons: Array<SeasonRow>
  make: boolean
}

/** A season in a list. */
export interface SeasonRow {
  season: string
  name: string
  game: string
  players: number
  status: 'closed' | 'finished' | 'open' | 'running' | 'stopping'
  ended: number
  created: number
}

/** GET /api/seasons/S. `commitment` is SHA-256 of the secret that all deals follow from, which is shown when the season is over. */
export interface SeasonPage {
  season: string
  name: string
  game: string
  players: number
  options: Record<string, any>
  status: 'closed' | 'finished' | 'open' | 'running' | 'stopping'
  rounds: number
  seconds: number
  at_once: number
  duplicate: boolean
  joining: boolean
  tables: number
  ended: number
  deals: number
  confidence: number
  entrants: Array<SeasonEntrant>
  latest: Array<SeasonTable>
  commitment: string
  secret: string
  host: boolean
}

/** One that plays, the best first once there are complete deals. `level` is that of a bot of ours, else it is a program. `share` is what it wins of a game; `late`: moves that were made for it because its time was over. */
export interface SeasonEntrant {
  number: number
  name: string
  level: string
  here: boolean
  games: number
  share: Interval | null
  rating: Interval | null
  late: number
}

/** A value and the interval in which the truth lies. */
export interface Interval {
  value: number
  low: number
  high: number
}

/** One of its tables. `seats` are entrants by their numbers. The table and what each seat got are told when its deal is not played anywhere else any more. */
export interface SeasonTable {
  deal: number
  seats: Array<number>
  status: 'ended' | 'playing'
  table: string
  payoffs: Array<number>
  scores: Array<number>
}

/** GET /api/puzzles: all puzzles, by game and number. */
export interface PuzzleList {
  puzzles: Array<PuzzleRow>
}

export interface PuzzleRow {
  game: string
  number: number
  players: number
  proof: 'proven' | 'searched'
}

/** GET /api/puzzles/G/N: a position as its seat sees it, one of `of` puzzles. GET /api/puzzles/G/N/why?move=M tells why moves cannot be made. */
export interface PuzzlePage {
  game: string
  number: number
  of: number
  seat: number
  options: Record<string, any>
  names: Array<string>
  events: Array<GameEvent>
  view: View
  choice: Choice
  proof: 'proven' | 'searched'
}

/** POST /api/puzzles/G/N: the moves of a whole decision. */
export interface AnswerPuzzle {
  moves: Array<string>
}

/** The answer to an answer: all that could be done, the best first; `given` is the place of what was answered. */
export interface PuzzleVerdict {
  right: boolean
  given: number
  answers: Array<PuzzleWorth>
  reason: string
  proof: string
}

/** What one may do there, and the chance to win by it, between two numbers. */
export interface PuzzleWorth {
  moves: Array<string>
  low: number
  high: number
  reason: string
}

/** POST /api/daily: sit down to today's deal, or go on with it. */
export interface PlayDaily {
  name?: string
}

/** GET /api/daily: the deal of today, GET /api/daily/2026-01-31 of another day. `table` is one's own, if there is one. `results` are told when one's own game has ended, or the day is over. */
export interface DailyPage {
  day: string
  game: string
  players: number
  options: Record<string, any>
  seat: number
  level: string
  table: string
  done: boolean
  left: number
  results: Array<DailyResult>
}

/** How one person did. `share` is that of the win; who gave up has not finished. */
export interface DailyResult {
  name: string
  finished: boolean
  share: number
  score: number
  mine: boolean
}

/** The first message. `since` is the last own event number that the client has. */
export interface Hello {
  type: 'hello'
  viewer: number
  language?: 'en' | 'ja'
  since?: number
  aids?: boolean
}

export interface Chat {
  type: 'chat'
  id: string
  text: string
  to?: 'partner' | 'spectators' | 'table'
}

export interface Ping {
  type: 'ping'
  id: string
}

/** Moves as one unit, all or none. `expected` is the last event that the client had seen. */
export interface Act {
  type: 'act'
  id: string
  expected: number
  moves: Array<string>
}

export interface Why {
  type: 'why'
  id: string
  moves: Array<string>
}

/** An answer in advance: moves for the next decision, or a rule until it is cancelled. */
export interface Intend {
  type: 'intend'
  id: string
  moves?: Array<string> | null
  rule?: '' | 'forced' | 'lay' | 'no' | 'pass'
}

export interface Cancel {
  type: 'cancel'
  id: string
}

export interface MakeOffer {
  type: 'offer'
  id: string
  kind: 'end' | 'rematch' | 'undo'
}

export interface Answer {
  type: 'answer'
  id: string
  offer: number
  accept: boolean
}

export interface Concede {
  type: 'concede'
  id: string
}

export interface Hint {
  type: 'hint'
  id: string
}

/** The answer to hello: everything, or what is missing since the client's last number. */
export interface Welcome {
  type: 'welcome'
  table: TableInfo
  viewer: number
  n: number
  since: number
  events: Array<GameEvent>
  view: View | null
  choice: Choice | null
  clocks: Clocks | null
  chat: Array<Line>
  you: You
  undo: '' | 'ask' | 'free'
  judging: boolean
  ahead: Choice | null
  intention: Intention | null
}

/** `left`: seconds of each seat now, None where none are counted; `running`: the seat whose time runs, as far as this viewer may know. */
export interface Clocks {
  left: Array<number | null>
  running: number | null
}

/** A line of chat. */
export interface Line {
  n: number
  seat: number | null
  name: string
  channel: 'partner' | 'spectators' | 'table'
  text: string
}

/** What this seat has left as an answer in advance. */
export interface Intention {
  moves: Array<string> | null
  rule: string
}

/** What happened, and the whole view after it. */
export interface Step {
  type: 'step'
  n: number
  events: Array<GameEvent>
  view: View
  choice: Choice | null
  clocks: Clocks | null
  undo: '' | 'ask' | 'free'
  judging: boolean
  ahead: Choice | null
}

export interface AidsMessage {
  type: 'aids'
  n: number
  aids: Aids
}

export interface Done {
  type: 'done'
  id: string
  n: number
}

/** Nothing has changed. `stale`: the client was behind; no word for the player. */
export interface Refused {
  type: 'refused'
  id: string
  rule: string
  sentence: string
  n: number
  stale: boolean
}

/** The answer to why; no sentence if the moves may be made. */
export interface Reason {
  type: 'reason'
  id: string
  rule: string
  sentence: string
}

export interface TableMessage {
  type: 'table'
  table: TableInfo
}

export interface SaidMessage {
  type: 'said'
  line: Line
}

export interface HintMessage {
  type: 'hint'
  id: string
  moves: Array<HintMove>
}

export interface HintMove {
  move: string
  share: number
  value: number
  reason: string
}

export interface Pong {
  type: 'pong'
  id: string
}

/** The last message. `again`: connect again, after so many seconds. */
export interface Bye {
  type: 'bye'
  sentence: string
  again: number | null
}

export type ClientMessage = Hello | Chat | Ping | Act | Why | Intend | Cancel | MakeOffer | Answer | Concede | Hint

export type ServerMessage = Welcome | Step | AidsMessage | Done | Refused | Reason | TableMessage | SaidMessage | HintMessage | Pong | Bye

/** The table as one viewer sees it. */
export interface BushidoView {
  game: 'bushido'
  players: number
  turns: number
  viewer: number
  round: number
  left: number
  phase: string
  turn: number | null
  showdown: boolean
  needed: number
  disabled: number
  places: Array<BushidoPlace>
  ninja: Array<BushidoNinja>
  samurai: Array<BushidoSamurai>
  rounds: Array<BushidoRound>
  own: BushidoOwn | null
  picked: Record<string, Array<string>>
}

/** A place on the map. */
export interface BushidoPlace {
  name: string
  near: Array<string>
  across: Array<string>
  alarm: boolean | null
  floor: boolean
  samurai: Array<string>
}

/** What everyone knows of a ninja. */
export interface BushidoNinja {
  seat: number
  state: string
  notices: number
  face_up: Array<string>
  place: string | null
}

/** What everyone knows of a samurai player. */
export interface BushidoSamurai {
  seat: number
  katana: number
  yumi: number
  special: string | null
  laid: boolean
}

/** A finished round as it was told, or the open part of the one under way. */
export interface BushidoRound {
  round: number
  played: Array<string>
  shown: Array<Record<string, any>>
  dead: Array<string>
  disabled: Array<string>
  chirps: Array<number>
  words: Record<string, string>
  laid: Array<string>
}

/** A ninja's own cards and notepad. */
export interface BushidoOwn {
  place: string | null
  gate: string | null
  kunai: number
  shuriken: number
  smoke: number
  specials: Array<string>
  diagonals: number
  row: string | null
  rows: number
  notepad: Array<string>
  dart: string | null
  fuse: number
}

/** Worked out from what the viewer saw. */
export interface BushidoAids {
  suspects: Array<BushidoSuspect>
  guards: Record<string, Record<string, number>>
  missing: number
}

/** A ninja that the viewer is not: what it may be and have, under random legal choices. */
export interface BushidoSuspect {
  seat: number
  places: Record<string, number>
  specials: Record<string, number>
  kunai: Array<number>
  shuriken: Array<number>
}

/** The table as one viewer sees it. */
export interface SchadenfreudeView {
  game: 'schadenfreude'
  players: number
  viewer: number
  round: number
  rounds: number
  goal: number
  phase: string
  turn: number
  leader: number | null
  led: string | null
  tricks: number
  of_tricks: number
  seats: Array<SchadenfreudeSeat>
  left_over: number
  played: Array<string>
  hand: Array<string>
}

/** What lies before one seat, open to all. */
export interface SchadenfreudeSeat {
  score: number
  points: number
  pile: Array<string>
  hand: number
  card: string | null
}

/** Worked out from what the viewer saw. */
export interface SchadenfreudeAids {
  winning: number | null
  takes: Array<string>
  worth: Array<number>
  scores: Array<number>
  to_goal: Array<number>
  ahead: number | null
  cancels: Array<Array<number>>
  unseen: Record<string, Array<string>>
  void: Array<Array<string>>
}

/** The table as one viewer sees it. */
export interface SlaughterView {
  game: 'slaughter'
  players: number
  advanced: boolean
  viewer: number
  round: number
  rounds: number
  phase: string
  turn: number
  leader: number | null
  trump: string | null
  indicators: Record<string, number>
  led: string | null
  purple_taken: boolean
  tricks: number
  of_tricks: number
  seats: Array<SlaughterSeat>
  scale: number
  played: Array<string>
  called: SlaughterCalled | null
  summoner: number | null
  hand: Array<string>
  second: Array<string>
  returned: Array<string>
  gifts: Array<SlaughterGift>
  revealed: Array<string>
}

/** What lies before one seat, open to all. */
export interface SlaughterSeat {
  score: number
  points: Array<number>
  tokens: number
  purple: Array<string>
  hand: number
  second: number
  card: string | null
}

export interface SlaughterCalled {
  seat: number
  number: number
  jutsu: string
}

/** A card given in Soul-Sucking whose name this viewer knows. */
export interface SlaughterGift {
  giver: number
  to: number
  card: string
}

/** Worked out from what the viewer saw. */
export interface SlaughterAids {
  winning: number | null
  poison: number
  points: Array<number>
  scores: Array<number>
  moon: number | null
  unseen: Record<string, Array<string>>
  void: Array<Array<string>>
  in_scale: Array<string>
}

/** The table; the same for every viewer. */
export interface TatsuView {
  game: 'tatsu'
  players: number
  corners: Record<string, string>
  entries: Array<Array<number>>
  viewer: number
  phase: string
  turn: number
  mover: number | null
  number: number
  of_turns: number
  dice: Array<number>
  left: Array<number>
  arena: Record<string, Array<string>>
  seats: Array<TatsuSeat>
  winners: Array<number>
  reason: string | null
}

/** What lies before one seat, by type; all of it is open. */
export interface TatsuSeat {
  tray: Record<string, number>
  mat: Record<string, number>
  dead: Record<string, number>
  arena: number
}

/** Worked out from the position as it lies, whoever is to move and whatever has been rolled. */
export interface TatsuAids {
  danger: Array<TatsuRisk>
  targets: Array<TatsuRisk>
}

/** How likely a stone is hit if its enemy rolls now: entangled, expelled or destroyed by some legal play of the roll. */
export interface TatsuRisk {
  seat: number
  segment: number
  stone: string
  rolls: number
  chance: number
}

/** The table as one viewer sees it. */
export interface TigerDragonView {
  game: 'tiger-dragon'
  players: number
  teams: boolean
  field: string
  viewer: number
  round: number
  goal: number
  phase: string
  turn: number
  battlefield: TigerDragonCard | null
  starter: number | null
  attacker: number | null
  attack: string | null
  seats: Array<TigerDragonSeat>
  left: number
  hand: Array<string>
  down: Array<string>
  previous: TigerDragonRound | null
}

/** The battlefield in play (TD-11). */
export interface TigerDragonCard {
  name: string
  points: Record<string, number>
  foretold: number | null
  bonus: number
  everyones: boolean
}

/** What lies before one seat, open to all. */
export interface TigerDragonSeat {
  score: number
  hand: number
  row: Array<string>
  down: number
  foretold: string | null
  passed: boolean
  richi: boolean
}

/** A finished round, all tiles open (TD-10). */
export interface TigerDragonRound {
  seat: number
  tile: string
  field: string
  points: number
  hands: Array<Array<string>>
  down: Array<Array<string>>
  left: Array<string>
}

/** Worked out from what the viewer saw. */
export interface TigerDragonAids {
  unseen: Record<string, number>
  answers: Record<string, number>
  finishes: Record<string, number>
  against: number | null
}

export type View = BushidoView | SchadenfreudeView | SlaughterView | TatsuView | TigerDragonView

export type Aids = BushidoAids | SchadenfreudeAids | SlaughterAids | TatsuAids | TigerDragonAids
