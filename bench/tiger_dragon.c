/* Tiger & Dragon by hand in C: whole random games, to measure the compiled rules by.
 *
 * The same algorithm as src/ryumon/games/tiger_dragon/rules.py, with the same generator, the same
 * way to deal and the same choice of a move, so that equal generator words give the very same
 * games: the bench refuses to compare before move counts and payoffs agree. What serves people
 * only (rows in order, the round before) is kept as in the rules.
 *
 * Each line of input `players teams field games w0 w1 w2 w3` is answered by a line of JSON:
 * decisions made, the sum of the payoffs by seat, and the CPU seconds that the games took.
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { KINDS = 10, NUMBERS = 8, TILES = 38, TIGER = 8, DRAGON = 9, SEATS = 5 };
enum { GOAL = 10, TEAM_GOAL = 15, MYSTERY = 1, FIELDS = 10, RANDOM = 10, EACH_ROUND = 11 };
enum { FIRST, FIELD, DEAL, FORETELL, ATTACK, DEFEND, LAP, ENDED };
enum { CHANCE = -1, OVER = -2, NOBODY = -1, NOTHING = -1, PASS = KINDS, DOWN = 15 };

typedef uint64_t lot; /* ten counts, four bits each */
#define ALL ((lot)0x1187654321)
#define EACH ((lot)0x1111111111)
#define EVEN ((lot)0xF0F0F0F0)
#define ODD ((lot)0x0F0F0F0F)
#define ONE(kind) ((lot)1 << 4 * (kind))
#define MANY(kind) ((lot)0xF << 4 * (kind))
#define DECLINE ONE(KINDS)

/* TD-11 */
static const int8_t POINTS[FIELDS][NUMBERS] = {
    {10, 2, 2, 3, 3, 3, 4, 4}, {10, 2, 3, 4, 4, 4, 3, 2}, {10, 4, 4, 3, 3, 3, 2, 2},
    {10, 3, 4, 3, 4, 3, 4, 3}, {10, 4, 3, 4, 3, 4, 3, 4}, {10, 3, 3, 3, 3, 3, 3, 3},
    {10, 2, 5, 2, 2, 5, 2, 2}, {10, 2, 2, 5, 2, 2, 2, 5}, {10, 2, 3, 4, 5, 6, 7, 8},
    {10, 2, 2, 2, 2, 2, 2, 2},
};
static const int8_t FORETOLD[FIELDS] = {[5] = 6};
static const int8_t BONUS[FIELDS] = {1, 1, 2, 1, 1, 1, 1, 1, 1, 1};
static const int8_t EVERYONES[FIELDS] = {[9] = 1};

typedef struct {
    lot hands[SEATS], rows[SEATS], laps[SEATS], left, shown, wanted;
    lot old_hands[SEATS], old_laps[SEATS], old_left;
    int16_t points[SEATS], old_points;
    int8_t sizes[SEATS], down[SEATS], foretold[SEATS];
    int8_t n, teams, setting, field, phase, player, round, starter, dealt, attacker, attack;
    int8_t old_winner, old_tile, old_field;
} state;

/* --- random numbers: xorshift128 --------------------------------------------------------- */

typedef struct {
    uint32_t words[4];
    int8_t deck[TILES]; /* room to shuffle in */
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

/* --- setting up -------------------------------------------------------------------------- */

static inline int hand_size(const state *s) { return 17 - 2 * s->n; }
static inline int8_t after(const state *s, int p) { return (int8_t)(p + 1 < s->n ? p + 1 : 0); }

static inline void clear_attack(state *s) {
    s->attacker = NOBODY;
    s->attack = NOTHING;
    s->wanted = 0;
}

static void clear_table(state *s) {
    for (int p = 0; p < SEATS; p++) {
        s->hands[p] = s->rows[p] = s->laps[p] = 0;
        s->sizes[p] = s->down[p] = 0;
        s->foretold[p] = NOTHING;
    }
    s->left = ALL;
    s->shown = 0;
    s->dealt = 0;
    clear_attack(s);
    if (s->setting == EACH_ROUND) s->field = NOTHING;
    s->phase = s->field == NOTHING ? FIELD : DEAL;
    s->player = CHANCE;
}

static void start(state *s, int players, int teams, int setting) {
    s->n = (int8_t)players;
    s->teams = (int8_t)teams;
    s->setting = (int8_t)setting;
    s->field = (int8_t)(setting >= RANDOM ? NOTHING : setting);
    for (int p = 0; p < SEATS; p++) {
        s->points[p] = 0;
        s->old_hands[p] = s->old_laps[p] = 0;
    }
    s->old_left = 0;
    s->old_points = 0;
    s->old_winner = NOBODY;
    s->old_tile = s->old_field = NOTHING;
    s->round = 0;
    s->starter = NOBODY;
    clear_table(s);
    s->phase = FIRST;
}

/* --- what may be done -------------------------------------------------------------------- */

static inline lot kinds(lot x) { return (x | x >> 1 | x >> 2 | x >> 3) & EACH; }

static inline lot answers(int kind) { /* TD-3 */
    if (kind == TIGER) return EVEN;
    if (kind == DRAGON) return ODD;
    return MANY(kind) | MANY(kind & 1 ? TIGER : DRAGON);
}

static inline int pick(const state *s, luck *l) {
    lot moves = s->hands[s->player];
    if (s->phase == DEFEND) moves = kinds(moves & s->wanted) | DECLINE; /* TD-2 */
    else if (s->phase == FORETELL) moves = kinds(moves) | DECLINE;      /* TD-12 */
    else moves = kinds(moves);
    if (moves & (moves - 1))
        for (int k = below(l, __builtin_popcountll(moves)); k > 0; k--) moves &= moves - 1;
    return __builtin_ctzll(moves) >> 2;
}

/* --- the end of a round ------------------------------------------------------------------ */

static int bonus(const state *s, int p) { /* TD-7 */
    if (s->n == 2) return 0;
    int tiles = s->down[p];
    if (EVERYONES[s->field])
        for (int q = 0; q < s->n; q++) tiles += q != p ? s->down[q] : 0;
    return tiles * BONUS[s->field];
}

static int finish(const state *s, int p, int kind) { /* TD-11 */
    if (kind >= NUMBERS) return MYSTERY;
    int points = POINTS[s->field][kind];
    if (FORETOLD[s->field] && kind > 0 && s->foretold[p] == kind) points = FORETOLD[s->field];
    return points + bonus(s, p);
}

static lot in_row(lot row) {
    lot found = 0;
    for (; row; row >>= 4)
        if ((row & 0xF) != DOWN) found += ONE((row & 0xF) - 1);
    return found;
}

static inline int goal(const state *s) { return s->teams ? TEAM_GOAL : GOAL; }

static void end_round(state *s, int kind) {
    int winner = s->player, points = finish(s, winner, kind);
    s->old_winner = (int8_t)winner; /* TD-10 */
    s->old_tile = (int8_t)kind;
    s->old_points = (int16_t)points;
    s->old_field = s->field;
    s->old_left = s->left;
    for (int p = 0; p < s->n; p++) {
        s->old_hands[p] = s->hands[p];
        s->old_laps[p] = in_row(s->laps[p]);
    }
    s->points[winner] = (int16_t)(s->points[winner] + points);
    if (s->teams) s->points[(winner + 2) % s->n] = s->points[winner];
    s->round++;
    if (s->points[winner] >= goal(s)) { /* TD-8 */
        clear_attack(s);
        s->phase = ENDED;
        s->player = OVER;
    } else {
        s->starter = after(s, s->starter); /* TD-1 */
        clear_table(s);
    }
}

/* --- attacks and defences ---------------------------------------------------------------- */

static inline void lay(state *s, int kind) {
    int p = s->player;
    s->hands[p] -= ONE(kind);
    s->sizes[p]--;
    s->rows[p] = s->rows[p] << 4 | (lot)(kind + 1);
    s->shown += ONE(kind);
}

static inline void attack(state *s, int kind) {
    lay(s, kind);
    s->attacker = s->player;
    s->attack = (int8_t)kind;
    s->wanted = answers(kind);
    s->phase = DEFEND;
    s->player = after(s, s->player);
}

static inline void answer(state *s, int move) {
    if (move == PASS) {
        s->player = after(s, s->player);
        if (s->player == s->attacker) s->phase = LAP; /* TD-5 */
        return;
    }
    lay(s, move);
    if (s->sizes[s->player] == 0) {
        end_round(s, move);
    } else {
        s->phase = ATTACK; /* TD-4 */
        clear_attack(s);
    }
}

static void lay_lap_bonus(state *s, int kind) {
    int p = s->player;
    if (s->sizes[p] == 1) { /* TD-6 */
        lay(s, kind);
        end_round(s, kind);
        return;
    }
    s->hands[p] -= ONE(kind);
    s->sizes[p]--;
    s->rows[p] = s->rows[p] << 4 | DOWN;
    s->laps[p] = s->laps[p] << 4 | (lot)(kind + 1);
    s->down[p]++;
    s->phase = ATTACK;
    clear_attack(s);
}

static inline void apply(state *s, int move) {
    switch (s->phase) {
    case DEFEND: answer(s, move); break;
    case ATTACK: attack(s, move); break;
    case LAP: lay_lap_bonus(s, move); break;
    default: /* TD-12 */
        s->foretold[s->player] = (int8_t)move;
        s->player = after(s, s->player);
        if (s->player == s->starter) s->phase = ATTACK;
    }
}

/* --- chance ------------------------------------------------------------------------------ */

static void deal_hands(state *s, luck *l) {
    int left = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int k = (int)(ALL >> 4 * kind & 0xF); k > 0; k--) l->deck[left++] = (int8_t)kind;
    for (int p = 0; p <= s->n; p++) {
        int q = p < s->n ? p : s->starter, want = hand_size(s) + (p == s->n);
        lot hand = s->hands[q];
        for (int i = s->sizes[q]; i < want; i++) {
            int k = below(l, left--);
            lot tile = ONE(l->deck[k]);
            hand += tile;
            s->left -= tile;
            l->deck[k] = l->deck[left];
        }
        s->hands[q] = hand;
        s->sizes[q] = (int8_t)want;
    }
    s->dealt = (int8_t)(s->n * hand_size(s) + 1);
    s->player = s->starter;
    s->phase = FORETOLD[s->field] ? FORETELL : ATTACK;
}

static inline void deal(state *s, luck *l) {
    while (s->player == CHANCE) {
        if (s->phase == DEAL) {
            deal_hands(s, l);
        } else if (s->phase == FIELD) {
            s->field = (int8_t)below(l, FIELDS);
            s->phase = DEAL;
        } else {
            s->starter = (int8_t)below(l, s->n);
            s->phase = s->field == NOTHING ? FIELD : DEAL;
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

int main(void) {
    int players, teams, field, games;
    luck l;
    while (scanf("%d %d %d %d %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32, &players, &teams,
                 &field, &games, &l.words[0], &l.words[1], &l.words[2], &l.words[3]) == 8) {
        state s;
        double totals[SEATS] = {0};
        int64_t moves = 0;
        clock_t begun = clock();
        for (int i = 0; i < games; i++) {
            start(&s, players, teams, field);
            moves += playout(&s, &l);
            for (int p = 0; p < players; p++)
                if (s.points[p] >= goal(&s)) totals[p] += teams ? 0.5 : 1.0;
        }
        double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
        printf("{\"moves\": %" PRId64 ", \"seconds\": %.6f, \"payoffs\": [", moves, seconds);
        for (int p = 0; p < players; p++) printf("%s%.17g", p ? ", " : "", totals[p]);
        printf("]}\n");
        fflush(stdout);
    }
    return 0;
}
