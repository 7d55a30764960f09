// A trick game of four for boardgame.io, with about as much state as Slaughter the Dragon: what our
// server is measured beside.   node peer.js PORT [FOLDER]   (without a folder nothing is stored)
const { Server, FlatFile } = require('boardgame.io/server');
const { PlayerView } = require('boardgame.io/core');

const SUITS = 'PRBG';
const [SEATS, RANKS, HAND] = [4, 12, 11];

function deal(G, random) {
  const deck = [];
  for (const suit of SUITS) for (let rank = 1; rank <= RANKS; rank++) deck.push(suit + rank);
  const cards = random.Shuffle(deck);
  for (let p = 0; p < SEATS; p++) {
    G.players[p] = { hand: cards.splice(0, HAND) };
    Object.assign(G.seats[p], { hand: HAND, purple: [], tokens: 0 });
  }
  G.secret = { scale: cards };
  Object.assign(G, { trump: SUITS[random.Die(SUITS.length) - 1], round: G.round + 1, tricks: 0 });
  Object.assign(G, { table: [], played: [] });
}

function strength(G, card) {
  const follows = card[0] === G.table[0].card[0];
  return Number(card.slice(1)) + (card[0] === G.trump ? 200 : follows ? 100 : 0);
}

function play({ G, ctx, events, random }, card) {
  const p = Number(ctx.currentPlayer);
  const hand = G.players[p].hand;
  const led = G.table.length ? G.table[0].card[0] : null;
  const held = hand.includes(card);
  if (!held || (led && card[0] !== led && hand.some((own) => own[0] === led))) return 'INVALID_MOVE';
  hand.splice(hand.indexOf(card), 1);
  G.seats[p].hand -= 1;
  G.table.push({ seat: p, card });
  G.played.push(card);
  let next = (p + 1) % SEATS;
  if (G.table.length === SEATS) {
    const won = G.table.reduce((a, b) => (strength(G, b.card) > strength(G, a.card) ? b : a));
    next = won.seat;
    for (const { card: one } of G.table) if (one[0] === 'P') G.seats[next].purple.push(one);
    G.seats[next].tokens += 1;
    G.seats[next].score += 1;
    G.table = [];
    G.tricks += 1;
    if (G.tricks === HAND) deal(G, random); // rounds go on for ever
  }
  events.endTurn({ next: String(next) });
}

const game = {
  name: 'trick',
  setup: ({ random }) => {
    const seats = Array.from({ length: SEATS }, () => ({ score: 0 }));
    const G = { players: {}, seats, round: 0 };
    deal(G, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  moves: { play: { move: play, client: false } },
  disableUndo: true, // else every state carries the earlier ones of the turn
};

const [port, folder] = process.argv.slice(2);
const store = folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {};
const server = Server({ games: [game], origins: ['*'], ...store });
server.run(Number(port), () => console.log(`port ${port}`));
