// A program that plays at the tables of a Ryumon server, with nothing but Node:
//
// node examples/server_bot.mjs URL TOKEN
//
// It plays every game, at random. What it does for a move stands in `choose`.

const [url, token] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}` };
const ended = ["finished", "closed", "frozen"];

/** An answer; after too much at once (429) it waits and asks again. */
async function ask(path, more = {}) {
  for (;;) {
    const answer = await fetch(url + path, { headers, ...more });
    if (answer.status !== 429) return answer;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** The lines of a stream as objects. */
async function* lines(path) {
  const answer = await ask(path);
  if (!answer.ok) throw new Error((await answer.json()).sentence);
  let rest = "";
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + part).split("\n");
    rest = whole.pop();
    // empty lines only say that the stream is still there
    for (const line of whole) if (line.trim()) yield JSON.parse(line);
  }
}

/** One of the legal moves. What is left of a decision comes as the next turn. */
function choose(turn, view) {
  return turn.legal[Math.floor(Math.random() * turn.legal.length)];
}

/** Play every seat that is ours there; in a season there may be several. */
async function sitDown(table) {
  const page = await (await ask(`/api/tables/${table}`)).json();
  for (const seat of page.you.seats) play(table, seat);
}

/** One seat to the end. The first line has everything, later ones what is new. */
async function play(table, seat) {
  let view = null;
  for await (const line of lines(`/api/bot/tables/${table}/stream?seat=${seat}`)) {
    if (line.type === "welcome" || line.type === "step") view = line.view;
    if (line.type === "turn") {
      const body = JSON.stringify({
        id: crypto.randomUUID(),
        seat,
        expected: line.n,
        moves: [choose(line, view)],
      });
      await ask(`/api/bot/tables/${table}/move`, { method: "POST", body });
    }
    if ((line.type === "welcome" || line.type === "table") && ended.includes(line.table.status)) {
      return;
    }
  }
}

const seated = new Set();
for await (const line of lines("/api/bot/stream")) {
  for (const row of line.tables ?? [line.table]) {
    if (row.table && !seated.has(row.table)) {
      seated.add(row.table);
      sitDown(row.table);
    }
  }
}
