// A table as one viewer has it: the socket feeds the stage, and the page reads everything here.

import type { SeatInfo, Told } from "./board";
import { promise } from "./fairness";
import { t } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import type { Aids, Cancel, Chat, Clocks, Concede, Hint, HintMove, Intend, Intention, Line, MakeOffer, Offer, ServerMessage, TableInfo, View, You, Answer as AnswerOffer } from "./protocol";
import { type Connection, socketUrl, TableSocket } from "./socket";
import { Stage } from "./stage.svelte";

/** After so many seconds without a connection a button offers to try at once. */
const PATIENCE = 10_000;

export class TableSession {
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<You | null>(null);
  aids = $state.raw<Aids | null>(null);
  clocks = $state.raw<Clocks | null>(null);
  chat = $state.raw<Line[]>([]);
  undo = $state<"" | "ask" | "free">("");
  judging = $state(false);
  connection = $state<Connection>("connecting");
  toast = $state.raw<Told | null>(null);
  /** what this seat has left as an answer in advance */
  intention = $state.raw<Intention | null>(null);
  /** the server's last word, when the table is no longer served */
  farewell = $state<string | null>(null);
  impatient = $state(false);
  stage = new Stage();
  readonly table: string;
  readonly viewer: number;
  #socket: TableSocket;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, viewer: number) {
    this.table = table;
    this.viewer = viewer;
    this.#socket = new TableSocket({
      url: socketUrl(table),
      viewer,
      language: prefs.language,
      aids: () => prefs.aids,
      onMessage: (message) => this.#receive(message),
      onConnection: (state) => this.#connected(state),
    });
  }

  async act(moves: string[]): Promise<void> {
    this.toast = null;
    const answer = await this.#socket.act(moves);
    // stale: the table had moved on, and the newest state is on its way
    if (answer.type === "refused" && !answer.stale) this.toast = { sentence: answer.sentence, rule: answer.rule };
  }

  async why(moves: string[]): Promise<void> {
    const answer = await this.#socket.why(moves);
    if ((answer.type === "reason" || answer.type === "refused") && answer.sentence) this.toast = { sentence: answer.sentence, rule: answer.rule };
  }

  async offer(kind: Offer["kind"]): Promise<void> {
    this.#say(await this.#socket.command<MakeOffer>({ type: "offer", kind }));
  }

  async answer(offer: number, accept: boolean): Promise<void> {
    this.#say(await this.#socket.command<AnswerOffer>({ type: "answer", offer, accept }));
  }

  async concede(): Promise<void> {
    this.#say(await this.#socket.command<Concede>({ type: "concede" }));
  }

  /** What a strong player would do; nothing if the server refuses, which the toast says. */
  async hint(): Promise<HintMove[]> {
    const answer = await this.#socket.command<Hint>({ type: "hint" });
    this.#say(answer);
    return answer.type === "hint" ? (answer as unknown as { moves: HintMove[] }).moves : [];
  }

  async say(text: string): Promise<void> {
    this.#say(await this.#socket.command<Chat>({ type: "chat", text, to: "table" }));
  }

  /** Leaves an answer for the next decision, or a rule that answers until it is taken back. */
  async intend(moves: string[] | null, rule: NonNullable<Intend["rule"]> = this.#rule): Promise<void> {
    const nothing = moves === null && rule === "";
    const answer = nothing ? await this.#socket.command<Cancel>({ type: "cancel" }) : await this.#socket.command<Intend>({ type: "intend", moves, rule });
    this.#say(answer);
    if (answer.type === "done") this.intention = nothing ? null : { moves, rule };
  }

  get #rule(): NonNullable<Intend["rule"]> {
    return (this.intention?.rule ?? "") as NonNullable<Intend["rule"]>;
  }

  retry(): void {
    this.#socket.retry();
  }

  /** The sentences come from the server: another language asks for them anew. */
  speak(): void {
    this.#socket.speak(prefs.language);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
    this.stage.destroy();
  }

  get seats(): SeatInfo[] {
    const scores = scoresOf(this.stage.shown);
    return (this.info?.seats ?? []).map((seat) => ({
      seat: seat.seat,
      name: seatName(seat, t("openSeat")),
      presence: !seat.name && !seat.level ? "open" : seat.conceded || seat.taken_over ? "gone" : seat.level ? "bot" : seat.here ? "here" : "away",
      score: scores[seat.seat] ?? null,
      clock: this.clocks?.left[seat.seat] ?? null,
    }));
  }

  #say(answer: { type: string; sentence?: unknown; rule?: unknown }): void {
    if (answer.type === "refused") this.toast = { sentence: String(answer.sentence), rule: String(answer.rule) };
  }

  #connected(state: Connection): void {
    this.connection = state;
    if (state === "open" || state === "closed") {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.impatient = false;
    } else this.#timer ??= setTimeout(() => (this.impatient = true), PATIENCE);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome": {
        this.info = message.table;
        this.you = message.you;
        this.chat = message.chat;
        this.intention = message.intention;
        promise(this.table, message.table.fairness?.commitment ?? null);
        this.#now(message);
        const { events, view, choice, ahead, since } = message;
        if (since > 0 && this.stage.shown && view) this.stage.push({ events, view, choice, ahead });
        else this.stage.reset(since > 0 ? [...this.stage.events, ...events] : events, view, choice, ahead);
        break;
      }
      case "step":
        this.#now(message);
        // the question is answered or settled: the server has forgotten what was left for it
        if (this.intention?.moves && !message.choice && !message.ahead) this.intention = { moves: null, rule: this.intention.rule };
        this.stage.push(message);
        break;
      case "aids":
        this.aids = message.aids;
        break;
      case "table":
        this.info = message.table;
        // ended by its people: nothing is asked any more
        if (message.table.status === "closed") this.stage.withdraw();
        break;
      case "said":
        this.chat = [...this.chat, message.line];
        break;
      case "bye":
        if (message.again === null) this.farewell = message.sentence;
        break;
    }
  }

  #now({ clocks, undo, judging }: { clocks: Clocks | null; undo: "" | "ask" | "free"; judging: boolean }): void {
    this.clocks = clocks;
    this.undo = undo;
    this.judging = judging;
  }
}

/** What somebody is called; bots have a number only. */
export function seatName(seat: TableInfo["seats"][number] | undefined, otherwise: string): string {
  return seat?.name || (seat?.level ? t("botSeat", { n: seat.seat }) : otherwise);
}

/** Points by seat, where a game counts them while it runs. */
export function scoresOf(view: View | null): (number | null)[] {
  if (!view || !("seats" in view)) return [];
  return view.seats.map((seat) => ("score" in seat ? seat.score : null));
}
