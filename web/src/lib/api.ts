// HTTP under /api. Whatever is refused comes as one sentence.

import type { AnswerPuzzle, CreateSeason, CreateTable, DailyPage, Enter, Guide, Host, HostSeason, House, Leave, Links, Me, PlayDaily, Position, Problem, PuzzleList, PuzzlePage, PuzzleVerdict, Reason, Replay, Review, SeasonList, SeasonPage, SetMe, Sit, TableList, TablePage, Verdict } from "./protocol";
import { t } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: { "Accept-Language": prefs.language, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, "");
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, (answer as Problem | null)?.sentence ?? response.statusText);
  return answer as Answer;
}

const puzzleAt = (game: string, number: number) => `/puzzles/${encodeURIComponent(game)}/${number}`;
const at = (table: string, what = "") => `/tables/${encodeURIComponent(table)}${what}`;

export const season = (id: string, what = "") => `/seasons/${encodeURIComponent(id)}${what}`;

export const api = {
  house: () => call<House>("GET", "/house"),
  me: () => call<Me>("GET", "/me"),
  setMe: (body: SetMe) => call<Me>("PUT", "/me", body),
  open: () => call<TableList>("GET", "/tables"),
  mine: () => call<TableList>("GET", "/mine"),
  create,
  table: (table: string) => call<TablePage>("GET", at(table)),
  links: (table: string) => call<Links>("GET", at(table, "/links")),
  enter: (table: string, body: Enter) => call<TablePage>("POST", at(table, "/enter"), body),
  sit: (table: string, body: Sit) => call<TablePage>("POST", at(table, "/sit"), body),
  leave: (table: string, body: Leave) => call<TablePage>("POST", at(table, "/leave"), body),
  replay: (table: string, viewer: number) => call<Replay>("GET", at(table, `/replay?viewer=${viewer}`)),
  review: (table: string) => call<Review>("GET", at(table, "/review")),
  verify: (table: string) => call<Verdict>("GET", at(table, "/verify")),
  position: (table: string, move: number) => call<Position>("GET", at(table, `/position?move=${move}`)),
  guide: (game: string) => call<Guide>("GET", `/learn/${encodeURIComponent(game)}`),
  guideWhy: (game: string, after: number, moves: string[]) =>
    call<Reason>("GET", `/learn/${encodeURIComponent(game)}/why?${new URLSearchParams([["at", String(after)], ...moves.map((move) => ["move", move])])}`),
  daily: () => call<DailyPage>("GET", "/daily"),
  playDaily: (body: PlayDaily) => call<TablePage>("POST", "/daily", body),
  puzzles: () => call<PuzzleList>("GET", "/puzzles"),
  puzzle: (game: string, number: number) => call<PuzzlePage>("GET", puzzleAt(game, number)),
  answerPuzzle: (game: string, number: number, body: AnswerPuzzle) => call<PuzzleVerdict>("POST", puzzleAt(game, number), body),
  puzzleWhy: (game: string, number: number, moves: string[]) =>
    call<Reason>("GET", `${puzzleAt(game, number)}/why?${new URLSearchParams(moves.map((move) => ["move", move]))}`),
  seasons: () => call<SeasonList>("GET", "/seasons"),
  season: (id: string) => call<SeasonPage>("GET", season(id)),
  createSeason: (body: CreateSeason) => call<SeasonPage>("POST", "/seasons", body),
  hostSeason: (id: string, body: HostSeason) => call<SeasonPage>("POST", season(id, "/host"), body),
  host: (table: string, body: Host) => call<TablePage>("POST", at(table, "/host"), body),
};

/** A new table. The server shows its promise first, then this browser adds to the deal, and only then does the game begin. */
async function create({ start = false, ...body }: CreateTable): Promise<TablePage> {
  let page = await call<TablePage>("POST", "/tables", body);
  const { table } = page.info;
  const seat = body.seat;
  if (seat != null) page = await api.sit(table, { seat, name: body.name ?? "", random: randomPart() });
  return start ? api.host(table, { do: "start" }) : page;
}

/** 16 random bytes in hex: this browser's part of the deal (see docs/fairness.md). */
export function randomPart(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What to tell a person of a call that failed. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError && error.status ? t("failed", { sentence: error.message }) : t("lostServer");
}
