// One socket is one viewer at one table. It keeps what was sent and not yet acknowledged, sends it
// again with the same id after a lost connection (the server acts once for an id), asks for exactly
// the events that are missing, and says how the connection stands.

import type { Act, ClientMessage, Hello, ServerMessage, Why } from "./protocol";

export type Connection = "connecting" | "open" | "reconnecting" | "closed";

/** What is used of a WebSocket, so that tests can bring their own. */
export interface SocketLike {
  send(data: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
}

export interface Timers {
  set(run: () => void, milliseconds: number): unknown;
  clear(timer: unknown): void;
  random(): number;
}

export interface SocketOptions {
  url: string;
  viewer: number;
  language: NonNullable<Hello["language"]>;
  /** whether to be told what a good player would work out */
  aids?: () => boolean;
  onMessage: (message: ServerMessage) => void;
  onConnection: (state: Connection) => void;
  open?: (url: string) => SocketLike;
  timers?: Timers;
  id?: () => string;
}

/** A command that waits for its answer. The promise never fails: a refusal is an answer. */
export type Answer = Extract<ServerMessage, { id: string }>;
type Command = Extract<ClientMessage, { id: string }>;

interface Waiting {
  command: Command;
  resolve: (answer: Answer) => void;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 10_000;
/** Nothing heard for this long after a ping: the connection is dead, whatever the browser thinks. */
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;

const realTimers: Timers = {
  set: (run, milliseconds) => setTimeout(run, milliseconds),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  random: Math.random,
};

export class TableSocket {
  /** the viewer's own last event number */
  last = 0;
  #options: SocketOptions;
  #timers: Timers;
  #socket: SocketLike | null = null;
  #welcomed = false;
  #stopped = false;
  #failures = 0;
  /** milliseconds that the server asked to be left alone */
  #asked: number | null = null;
  #waiting = new Map<string, Waiting>();
  #retry: unknown = null;
  #heart: unknown = null;
  #count = 0;
  #prefix: string;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#timers = options.timers ?? realTimers;
    this.#prefix = (options.id ?? randomId)();
    this.#connect("connecting");
  }

  /** Sends a command; it is repeated after a lost connection until it is answered. */
  command<C extends Command>(command: Omit<C, "id">): Promise<Answer> {
    const whole = { ...command, id: `${this.#prefix}-${++this.#count}` } as unknown as Command;
    return new Promise((resolve) => {
      this.#waiting.set(whole.id, { command: whole, resolve });
      if (this.#welcomed) this.#send(whole);
    });
  }

  /** Plays moves as one unit, against the state that the viewer has seen. */
  act(moves: string[]): Promise<Answer> {
    return this.command<Act>({ type: "act", expected: this.last, moves });
  }

  why(moves: string[]): Promise<Answer> {
    return this.command<Why>({ type: "why", moves });
  }

  /** Tries at once instead of waiting (a button, or the browser is online again). */
  retry(): void {
    if (this.#stopped || this.#socket) return;
    this.#timers.clear(this.#retry);
    this.#connect("reconnecting");
  }

  /** Asks for everything anew, in another language. */
  speak(language: SocketOptions["language"]): void {
    if (language === this.#options.language) return;
    this.#options.language = language;
    this.last = 0;
    this.#again();
  }

  close(): void {
    this.#stopped = true;
    this.#timers.clear(this.#retry);
    this.#timers.clear(this.#heart);
    this.#socket?.close(1000);
    this.#socket = null;
    this.#options.onConnection("closed");
  }

  #connect(state: Connection): void {
    this.#options.onConnection(state);
    const open = this.#options.open ?? ((url: string) => new WebSocket(url) as unknown as SocketLike);
    const socket = open(this.#options.url);
    this.#socket = socket;
    this.#welcomed = false;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      const { viewer, language, aids } = this.#options;
      this.#send({ type: "hello", viewer, language, since: this.last, aids: aids?.() ?? false });
      this.#beat();
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(data) as ServerMessage);
    };
    socket.onerror = () => {};
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  /** A new connection at once: the greeting then says what is missing. */
  #again(): void {
    const socket = this.#socket;
    this.#timers.clear(this.#heart);
    this.#timers.clear(this.#retry);
    this.#socket = null;
    socket?.close(1000);
    this.#connect("reconnecting");
  }

  #receive(message: ServerMessage): void {
    this.#beat();
    if (message.type === "pong") return;
    if (message.type === "welcome") this.#greeted(message.n);
    else if (message.type === "step" && !this.#follows(message.events, message.n)) return;
    else if (message.type === "bye") this.#goodbye(message.again);
    this.#options.onMessage(message);
    if ("id" in message) this.#answered(message as Answer);
  }

  #goodbye(again: number | null): void {
    if (again === null) this.#stopped = true;
    else this.#asked = again * 1000;
  }

  #greeted(n: number): void {
    this.last = n;
    this.#failures = 0;
    const first = !this.#welcomed;
    this.#welcomed = true;
    if (!first) return;
    this.#options.onConnection("open");
    for (const { command } of this.#waiting.values()) this.#send(command);
  }

  /** Is this step the next one? What is known already is dropped, a gap is asked for again. */
  #follows(events: { n: number }[], n: number): boolean {
    const first = events[0]?.n ?? n + 1;
    if (first > this.last + 1) {
      this.#again();
      return false;
    }
    if (n < this.last) return false;
    this.last = n;
    return true;
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    waiting.resolve(answer);
  }

  #lost(): void {
    this.#socket = null;
    this.#welcomed = false;
    this.#timers.clear(this.#heart);
    if (this.#stopped) {
      this.#options.onConnection("closed");
      return;
    }
    this.#options.onConnection("reconnecting");
    const most = this.#asked ?? Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#failures++);
    this.#asked = null;
    // spread, so that all tables do not knock at a restarted server at once
    this.#retry = this.#timers.set(() => this.#connect("reconnecting"), most * (0.5 + this.#timers.random() / 2));
  }

  /** Listens for silence: asks after a while, and gives a connection up that does not answer. */
  #beat(): void {
    this.#timers.clear(this.#heart);
    this.#heart = this.#timers.set(() => {
      this.#send({ type: "ping", id: "ping" });
      this.#heart = this.#timers.set(() => {
        const socket = this.#socket;
        this.#lost();
        socket?.close();
      }, PONG_WITHIN);
    }, PING_EVERY);
  }

  #send(message: ClientMessage): void {
    try {
      this.#socket?.send(JSON.stringify(message));
    } catch {
      // it is closing; what waits is sent again after the next welcome
    }
  }
}

/** crypto.randomUUID is absent on plain http; getRandomValues is not. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join("");
}

export function socketUrl(table: string, from: Location = location): string {
  const scheme = from.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${from.host}/api/tables/${encodeURIComponent(table)}/socket`;
}
