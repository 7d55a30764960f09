/* Slaughter the Dragon by hand in C: whole random games, to measure the compiled rules by.
 *
 * The same algorithm as src/ryumon/games/slaughter/rules.py, with the same generator, the same way
 * to deal and the same choice of a move, so that equal generator words give the very same games:
 * the bench refuses to compare before move counts and payoffs agree. What serves people only
 * (which colours a hand has shown to lack, what has been played, who put what back) is kept as in
 * the rules, because copies and search need it there too.
 *
 * Each line of input `players advanced games w0 w1 w2 w3` is answered by a line of JSON:
 * decisions made, the sum of the payoffs by seat, and the CPU seconds that the games took.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { COLOURS = 4, RANKS = 12, CARDS = 48, PURPLE = 0, SEATS = 5, SUMMONED = 2 };
enum { TOKEN = 5, MOON = 60, MOON_OTHERS = -20, LOST = -100 };
enum { FIRST, DEAL, TRUMP, DRAW, PUT, DIVIDE, GIVE, REPAY, PLAY, ENDED };
enum { CHANCE = -1, OVER = -2, NOBODY = -1, DONE = CARDS };

typedef uint64_t cards; /* one bit per card: colour * RANKS + number - 1 */
#define CARD(c) ((cards)1 << (c))
#define SUIT(colour) ((cards)0xFFF << ((colour) * RANKS))

typedef struct {
    cards hands[SEATS], second[SEATS], scale, deck, played, put;
    int16_t sheet[SEATS * SEATS], taken[SEATS];
    int8_t tokens[SEATS], trick[SEATS], shown_void[SEATS], gave[SEATS], got[SEATS];
    int8_t indicators[COLOURS];
    int8_t n, advanced, phase, player, round, leader, trump, led, in_trick, tricks, broken;
    int8_t summoner, todo, last, caller, called;
} state;

/* --- random numbers: xorshift128 --------------------------------------------------------- */

typedef struct {
    uint32_t words[4];
    int8_t deck[CARDS]; /* room to shuffle in */
} luck;

static inline int below(luck *l, int n) {
    uint32_t t = l->words[0], w = l->words[3];
    t ^= t << 11;
    t ^= t >> 8;
    l->words[0] = l->words[1];
    l->words[1] = l->words[2];
    l->words[2] = w;
    w ^= w >> 19;
    w ^= t;
    l->words[3] = w;
    return (int)((uint64_t)w * (uint64_t)n >> 32);
}

/* --- sets of cards ----------------------------------------------------------------------- */

static inline int count(cards set) { return __builtin_popcountll(set); }
static inline int lowest(cards set) { return __builtin_ctzll(set); }
static inline int highest(cards set) { return 63 - __builtin_clzll(set); }

static inline int nth(cards set, int k) {
    while (k-- > 0) set &= set - 1;
    return lowest(set);
}

static inline cards above(cards hand, int card) { return hand >> (card + 1) << (card + 1); }

/* --- setting up -------------------------------------------------------------------------- */

static inline int hand_size(const state *s) { return s->n == 5 ? 9 : 11; }
static inline int colours(const state *s) { return s->n == 3 ? 3 : COLOURS; }
static inline cards whole_deck(const state *s) { return CARD(colours(s) * RANKS) - 1; }

static void clear_table(state *s) {
    for (int p = 0; p < SEATS; p++) {
        s->hands[p] = s->second[p] = 0;
        s->taken[p] = 0;
        s->tokens[p] = s->shown_void[p] = 0;
        s->trick[p] = s->gave[p] = s->got[p] = -1;
    }
    s->scale = s->played = s->put = 0;
    s->deck = whole_deck(s);
    s->trump = s->led = s->last = s->called = -1;
    s->in_trick = s->tricks = s->broken = s->todo = 0;
    s->summoner = s->caller = NOBODY;
    s->phase = DEAL;
    s->player = CHANCE;
}

static void start(state *s, int players, int advanced) {
    s->n = (int8_t)players;
    s->advanced = (int8_t)advanced;
    for (int c = 0; c < COLOURS; c++) s->indicators[c] = c < colours(s) ? 2 : 0;
    for (int i = 0; i < SEATS * SEATS; i++) s->sheet[i] = 0;
    s->round = 0;
    s->leader = NOBODY;
    clear_table(s);
    s->phase = FIRST;
}

/* --- what may be done -------------------------------------------------------------------- */

static inline cards playable(const state *s, cards hand) {
    cards wanted;
    if (s->in_trick > 0) wanted = hand & SUIT(s->led); /* SD-9 */
    else if (s->broken) wanted = hand;
    else wanted = hand & ~SUIT(PURPLE); /* SD-8 */
    return wanted ? wanted : hand;
}

static inline cards divisible(const state *s, cards hand) { /* SD-5 */
    cards moves = hand & (hand - 1) ? above(hand, s->last) : 0;
    if (s->second[s->player]) moves |= CARD(DONE);
    return moves;
}

static inline cards returnable(const state *s, cards hand) { /* SD-4 */
    return s->todo == SUMMONED ? hand ^ CARD(highest(hand)) : above(hand, s->last);
}

static inline int pick(const state *s, luck *l) {
    cards moves = s->hands[s->player];
    if (s->phase == PLAY) moves = playable(s, moves);
    else if (s->phase == DIVIDE) moves = divisible(s, moves);
    else if (s->phase == PUT) moves = returnable(s, moves);
    return nth(moves, below(l, count(moves)));
}

/* --- the end of a round ------------------------------------------------------------------ */

static inline int score(const state *s, int p) {
    int total = 0;
    for (int i = 0; i < s->n; i++) total += s->sheet[i * SEATS + p];
    return total;
}

static inline int points_so_far(const state *s, int p) { /* SD-13 */
    int points = TOKEN * s->tokens[p];
    for (cards purple = (cards)s->taken[p]; purple; purple &= purple - 1)
        points -= lowest(purple) + 1;
    return points;
}

static inline int moon(const state *s) { /* SD-14 */
    for (int p = 0; p < s->n; p++)
        if ((cards)s->taken[p] == SUIT(PURPLE)) return p;
    return NOBODY;
}

static void end_round(state *s) {
    s->taken[s->leader] |= (int16_t)(s->scale & SUIT(PURPLE)); /* SD-12 */
    int shooter = moon(s), worst = 0;
    for (int p = 0; p < s->n; p++) {
        int points = shooter < 0 ? points_so_far(s, p) : p == shooter ? MOON : MOON_OTHERS;
        s->sheet[s->round * SEATS + p] = (int16_t)points;
        int total = score(s, p);
        if (total < worst) worst = total;
    }
    s->round++;
    if (s->round == s->n || worst <= LOST) { /* SD-3 */
        s->phase = ENDED;
        s->player = OVER;
    } else {
        clear_table(s);
    }
}

/* --- tricks ------------------------------------------------------------------------------ */

static inline int strength(const state *s, int card) { /* SD-10 */
    int colour = card / RANKS;
    return card % RANKS + (colour == s->trump ? 2 * RANKS : colour == s->led ? RANKS : 0);
}

static void finish_trick(state *s) {
    int winner = NOBODY, most = -1;
    cards purple = 0;
    for (int p = 0; p < s->n; p++) {
        int card = s->trick[p], power = strength(s, card);
        if (power > most) {
            most = power;
            winner = p;
        }
        if (card < RANKS) purple |= CARD(card);
        s->trick[p] = -1;
    }
    s->taken[winner] |= (int16_t)purple; /* SD-11 */
    if (purple) s->broken = 1;
    s->tokens[winner]++;
    s->leader = s->player = (int8_t)winner;
    s->in_trick = 0;
    s->led = -1;
    s->tricks++;
    if (s->hands[s->caller] == 0) { /* SD-6 */
        s->hands[s->caller] = s->second[s->caller];
        s->second[s->caller] = 0;
        s->shown_void[s->caller] = 0;
    }
    if (s->tricks == hand_size(s)) end_round(s);
}

static inline void play_card(state *s, int card) {
    int p = s->player, colour = card / RANKS;
    s->hands[p] ^= CARD(card);
    s->played |= CARD(card);
    s->trick[p] = (int8_t)card;
    if (s->in_trick == 0) {
        s->led = (int8_t)colour;
        if (colour == PURPLE && !s->broken)
            s->shown_void[p] |= (int8_t)((1 << colours(s)) - 2); /* SD-8 */
    } else if (colour != s->led) {
        s->shown_void[p] |= (int8_t)(1 << s->led); /* SD-9 */
    }
    s->in_trick++;
    if (s->in_trick < s->n) s->player = (int8_t)(p + 1 < s->n ? p + 1 : 0);
    else finish_trick(s);
}

static inline void begin_tricks(state *s) {
    s->last = -1;
    s->phase = PLAY;
    s->player = s->leader;
}

/* --- before the tricks ------------------------------------------------------------------- */

static void call_highest_trump(state *s) { /* SD-5, SD-7 */
    cards held = 0;
    for (int p = 0; p < s->n; p++) held |= s->hands[p];
    s->called = (int8_t)highest(held & SUIT(s->trump));
    for (int p = 0; p < s->n; p++)
        if (s->hands[p] >> s->called & 1) s->caller = (int8_t)p;
    s->last = -1;
    if (s->advanced && s->trump == PURPLE) {
        s->phase = GIVE;
        s->player = (int8_t)((s->caller + 1) % s->n);
    } else {
        s->phase = DIVIDE;
        s->player = s->caller;
    }
}

static void put_back(state *s, int card) { /* SD-4 */
    s->hands[s->player] ^= CARD(card);
    s->scale |= CARD(card);
    s->put |= CARD(card);
    s->last = (int8_t)card;
    if (--s->todo == 0) call_highest_trump(s);
}

static void divide(state *s, int move) { /* SD-5 */
    if (move == DONE) {
        begin_tricks(s);
    } else {
        s->hands[s->player] ^= CARD(move);
        s->second[s->player] |= CARD(move);
        s->last = (int8_t)move;
    }
}

static void give(state *s, int card) { /* SD-7 */
    s->hands[s->player] ^= CARD(card);
    s->gave[s->player] = (int8_t)card;
    s->player = (int8_t)((s->player + 1) % s->n);
    if (s->player != s->caller) return;
    for (int p = 0; p < s->n; p++)
        if (p != s->caller) s->hands[s->caller] |= CARD(s->gave[p]);
    s->phase = REPAY;
}

static inline int repay_to(const state *s) {
    for (int k = 1; k < s->n; k++) {
        int p = (s->caller + k) % s->n;
        if (s->got[p] < 0) return p;
    }
    return NOBODY;
}

static void repay(state *s, int card) { /* SD-7 */
    int p = repay_to(s);
    s->hands[s->caller] ^= CARD(card);
    s->hands[p] |= CARD(card);
    s->got[p] = (int8_t)card;
    if (repay_to(s) == NOBODY) begin_tricks(s);
}

static inline void apply(state *s, int move) {
    switch (s->phase) {
    case PLAY: play_card(s, move); break;
    case DIVIDE: divide(s, move); break;
    case PUT: put_back(s, move); break;
    case GIVE: give(s, move); break;
    default: repay(s, move);
    }
}

/* --- chance ------------------------------------------------------------------------------ */

static void deal_hands(state *s, luck *l) { /* SD-2 */
    int size = hand_size(s), left = 0;
    for (cards rest = s->deck; rest; rest &= rest - 1) l->deck[left++] = (int8_t)lowest(rest);
    for (int p = 0; p < s->n; p++) {
        cards hand = 0;
        for (int i = 0; i < size; i++) {
            int k = below(l, left--);
            hand |= CARD(l->deck[k]);
            l->deck[k] = l->deck[left];
        }
        s->hands[p] = hand;
    }
    s->deck = 0;
    for (int k = 0; k < left; k++) s->scale |= CARD(l->deck[k]);
    s->phase = TRUMP;
}

static void turn_indicator(state *s, luck *l) { /* SD-1 */
    int left = 0, colour = 0;
    for (int c = 0; c < COLOURS; c++) left += s->indicators[c];
    for (int k = below(l, left); k >= s->indicators[colour]; colour++) k -= s->indicators[colour];
    s->trump = (int8_t)colour;
    s->indicators[colour]--;
    if (s->round == 0) {
        call_highest_trump(s);
    } else { /* SD-4 */
        s->summoner = s->leader;
        s->todo = SUMMONED;
        s->phase = DRAW;
    }
}

static void draw_from_scale(state *s, luck *l) { /* SD-4 */
    int card = nth(s->scale, below(l, count(s->scale)));
    s->scale ^= CARD(card);
    s->hands[s->summoner] |= CARD(card);
    if (--s->todo > 0) return;
    s->todo = SUMMONED;
    s->player = s->summoner;
    s->phase = PUT;
}

static inline void deal(state *s, luck *l) {
    while (s->player == CHANCE) {
        switch (s->phase) {
        case DEAL: deal_hands(s, l); break;
        case TRUMP: turn_indicator(s, l); break;
        case DRAW: draw_from_scale(s, l); break;
        default:
            s->leader = (int8_t)below(l, s->n);
            s->phase = DEAL;
        }
    }
}

/* --- whole games ------------------------------------------------------------------------- */

static int64_t playout(state *s, luck *l) {
    for (int64_t moves = 0;; moves++) {
        deal(s, l);
        if (s->player == OVER) return moves;
        apply(s, pick(s, l));
    }
}

static void add_payoffs(const state *s, double *totals) { /* SD-3 */
    int best = score(s, 0), winners = 0;
    for (int p = 1; p < s->n; p++)
        if (score(s, p) > best) best = score(s, p);
    for (int p = 0; p < s->n; p++) winners += score(s, p) == best;
    for (int p = 0; p < s->n; p++) totals[p] += score(s, p) == best ? 1.0 / winners : 0.0;
}

int main(void) {
    int players, advanced, games;
    luck l;
    while (scanf("%d %d %d %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32, &players, &advanced,
                 &games, &l.words[0], &l.words[1], &l.words[2], &l.words[3]) == 7) {
        state s;
        double totals[SEATS] = {0};
        int64_t moves = 0;
        clock_t begun = clock();
        for (int i = 0; i < games; i++) {
            start(&s, players, advanced);
            moves += playout(&s, &l);
            add_payoffs(&s, totals);
        }
        double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
        printf("{\"moves\": %" PRId64 ", \"seconds\": %.6f, \"payoffs\": [", moves, seconds);
        for (int p = 0; p < players; p++) printf("%s%.17g", p ? ", " : "", totals[p]);
        printf("]}\n");
        fflush(stdout);
    }
    return 0;
}
