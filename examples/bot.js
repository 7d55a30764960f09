// A bot for Ryumon. It plays every game, and Tatsu with some sense:
//
// ryumon play tatsu --bots "cmd:node examples/bot.js"

const readline = require("node:readline");

const WORTH = { destroy: 6, expel: 4, entangle: 3 }; // what a stone does to the one it meets

// Look through the tree of this turn: what the uses of the dice are worth, one after the other.
function worth(step) {
  const gain =
    (step.win ? 1000 : 0) +
    (WORTH[step.effect] ?? 0) +
    (step.recruit ? 2 : 0) +
    (step.kind === "enter" ? 1 : 0);
  return gain + Math.max(0, ...step.then.map(worth));
}

function tatsu(turn) {
  const steps = turn.choice.which;
  return steps.reduce((a, b) => (worth(b) > worth(a) ? b : a)).move;
}

const any = (turn) => turn.legal[turn.seed % turn.legal.length];
let choose = any;

const answers = {
  hello: () => ({ protocol: 1, name: "JavaScript example", wants: ["choice"] }),
  game: (message) => void (choose = message.game === "tatsu" ? tatsu : any),
  turn: (message) => ({ move: choose(message) }),
};

// "over" and "quit" need no answer: Node leaves when its input ends.
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  const answer = answers[message.type]?.(message);
  if (answer) console.log(JSON.stringify(answer));
});
