import { beforeEach, describe, expect, test } from "vitest";
import type { ClientMessage, ServerMessage } from "./protocol";
import { type Connection, type SocketLike, TableSocket, type Timers } from "./socket";

class FakeSocket implements SocketLike {
  sent: ClientMessage[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  send(data: string): void {
    if (this.closed) throw new Error("closed");
    this.sent.push(JSON.parse(data) as ClientMessage);
  }
  close(): void {
    this.closed = true;
    this.onclose?.({ code: 1000 });
  }
  give(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut(): void {
    this.closed = true;
    this.onclose?.({ code: 1006 });
  }
  of(type: string): ClientMessage[] {
    return this.sent.filter((message) => message.type === type);
  }
}

class FakeTimers implements Timers {
  due: { run: () => void; after: number }[] = [];
  set(run: () => void, after: number): unknown {
    const timer = { run, after };
    this.due.push(timer);
    return timer;
  }
  clear(timer: unknown): void {
    this.due = this.due.filter((other) => other !== timer);
  }
  random(): number {
    return 1;
  }
  /** runs the timer that is due first */
  next(): number {
    const first = this.due.reduce((a, b) => (b.after < a.after ? b : a));
    this.clear(first);
    first.run();
    return first.after;
  }
}

const welcome = (n: number) => ({ type: "welcome", table: "t", viewer: 0, n, events: [], view: {}, choice: null, clocks: [], chat: [], offers: [] });
const step = (n: number, from = n) => ({
  type: "step", n, view: {}, choice: null, clocks: [],
  events: Array.from({ length: n - from + 1 }, (_, k) => ({ n: from + k, kind: "play", text: "" })),
});

let sockets: FakeSocket[];
let timers: FakeTimers;
let messages: ServerMessage[];
let states: Connection[];
let socket: TableSocket;

const newest = () => sockets.at(-1)!;

function open(n = 0): FakeSocket {
  newest().onopen?.();
  newest().give(welcome(n));
  return newest();
}

beforeEach(() => {
  sockets = [];
  timers = new FakeTimers();
  messages = [];
  states = [];
  socket = new TableSocket({
    url: "ws://test", viewer: 0, language: "en", timers, id: () => "c",
    onMessage: (message) => messages.push(message),
    onConnection: (state) => states.push(state),
    open: () => {
      sockets.push(new FakeSocket());
      return newest();
    },
  });
});

describe("greeting", () => {
  test("says hello with the last own number, and nothing before the welcome", () => {
    void socket.act(["P4"]);
    newest().onopen?.();
    expect(newest().sent).toEqual([{ type: "hello", viewer: 0, language: "en", since: 0, aids: false }]);
    newest().give(welcome(7));
    expect(newest().of("act")).toHaveLength(1);
    expect(socket.last).toBe(7);
    expect(states).toEqual(["connecting", "open"]);
  });

  test("asks only for the gap after a lost connection", () => {
    open(7).give(step(9, 8));
    newest().cut();
    timers.next();
    newest().onopen?.();
    expect(newest().sent[0]).toMatchObject({ type: "hello", since: 9 });
    expect(states.at(-1)).toBe("reconnecting");
  });
});

describe("commands", () => {
  test("an act names the number that the viewer saw", () => {
    open(7);
    void socket.act(["P3", "done"]);
    expect(newest().of("act")).toEqual([{ type: "act", id: "c-1", expected: 7, moves: ["P3", "done"] }]);
  });

  test("is sent again with the same id and number until it is answered, then never", async () => {
    open(7);
    const answer = socket.act(["P4"]);
    newest().cut();
    timers.next();
    // the server had stored it: the gap holds its events, then the repeated command is acknowledged
    open(9);
    expect(newest().of("act")).toEqual([{ type: "act", id: "c-1", expected: 7, moves: ["P4"] }]);
    newest().give({ type: "done", id: "c-1", n: 9 });
    expect(await answer).toMatchObject({ type: "done", n: 9 });
    newest().cut();
    timers.next();
    expect(open(9).of("act")).toEqual([]);
  });

  test("a refusal is an answer", async () => {
    open(7);
    const answer = socket.act(["P4"]);
    newest().give({ type: "refused", id: "c-1", rule: "SD-9", sentence: "Follow red." });
    expect(await answer).toMatchObject({ type: "refused", rule: "SD-9" });
  });

  test("two commands keep their order when they are repeated", () => {
    open(1);
    void socket.act(["P4"]);
    void socket.why(["P5"]);
    newest().cut();
    timers.next();
    expect(open(1).sent.map((message) => message.type)).toEqual(["hello", "act", "why"]);
  });
});

describe("steps", () => {
  test("a gap is asked for and not shown", () => {
    open(3).give(step(6));
    expect(messages.map((message) => message.type)).toEqual(["welcome"]);
    expect(sockets).toHaveLength(2);
    newest().onopen?.();
    expect(newest().sent[0]).toMatchObject({ type: "hello", since: 3 });
    newest().give({ ...welcome(6), since: 3 });
    expect(messages.map((message) => message.type)).toEqual(["welcome", "welcome"]);
    expect(socket.last).toBe(6);
  });

  test("what is older than what is known is dropped", () => {
    open(6).give(step(4));
    expect(messages).toHaveLength(1);
    expect(socket.last).toBe(6);
  });

  test("a step without events (a new choice or clock) is shown", () => {
    open(6).give({ type: "step", n: 6, events: [], view: {}, choice: {}, clocks: [] });
    expect(messages).toHaveLength(2);
  });
});

describe("a connection that fails", () => {
  test("waits longer each time, up to ten seconds, and starts anew after a welcome", () => {
    const waits: number[] = [];
    for (let k = 0; k < 8; k++) {
      newest().cut();
      waits.push(timers.next());
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10000, 10000]);
    open();
    newest().cut();
    expect(timers.next()).toBe(250);
  });

  test("one that is silent after a ping is given up", () => {
    open(2);
    timers.next();
    expect(newest().of("ping")).toHaveLength(1);
    timers.next();
    expect(states.at(-1)).toBe("reconnecting");
    expect(newest().closed).toBe(true);
  });

  test("one that answers the ping is kept", () => {
    open(2);
    timers.next();
    newest().give({ type: "pong", id: "ping" });
    timers.next();
    expect(newest().of("ping")).toHaveLength(2);
    expect(states.at(-1)).toBe("open");
  });

  test("retry does not wait", () => {
    newest().cut();
    socket.retry();
    expect(sockets).toHaveLength(2);
    expect(timers.due).toHaveLength(0);
  });

  test("messages of an old socket are not heard", () => {
    const old = open(2);
    old.onclose?.({ code: 1006 });
    timers.next();
    old.give(step(3));
    expect(messages).toHaveLength(1);
  });

  test("after a final goodbye it stays closed", () => {
    open(2).give({ type: "bye", sentence: "The table was closed.", again: null });
    newest().cut();
    expect(states.at(-1)).toBe("closed");
    expect(timers.due).toHaveLength(0);
  });

  test("waits as long as the server asks", () => {
    open(2).give({ type: "bye", sentence: "The server starts anew.", again: 3 });
    newest().cut();
    expect(timers.next()).toBe(3000);
  });

  test("another language asks for everything anew", () => {
    open(2);
    socket.speak("ja");
    newest().onopen?.();
    expect(newest().sent[0]).toEqual({ type: "hello", viewer: 0, language: "ja", since: 0, aids: false });
  });

  test("close ends it", () => {
    open(2);
    socket.close();
    expect(states.at(-1)).toBe("closed");
    expect(timers.due).toHaveLength(0);
  });
});
