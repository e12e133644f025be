/* Zudecken decided by a plain depth-first search with a visited table: what others are measured by.
 *
 *     cc -O3 -o reference reference.c
 *     ./reference verdict|full open|group|single french52|skat32 FIRST COUNT [rows]
 *
 * plays the numbered deals FIRST to FIRST + COUNT - 1 (goal: everything cleared) and prints their
 * sums and the seconds it took as one line of JSON; with "rows" one line a deal instead.
 *
 * A position is the places of the four face-up cards in the deal, ascending, NO_CARD after them
 * where there are fewer. How many cards were dealt need not be kept: while four cards lie face up
 * the last one dealt is among them, and with fewer the stock is empty.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_CARDS = 52, NO_CARD = MOST_CARDS, PLACES = NO_CARD + 1 };

typedef uint32_t Position; /* a byte a place, the first of them lowest */

static void fail(const char *what)
{
    fprintf(stderr, "reference: %s\n", what);
    exit(2);
}

/* ---- The deal ---------------------------------------------------------------------------- */

static int deck_size, ranks;
static uint64_t partners[PLACES]; /* places whose cards match that of a place; itself too */

static uint64_t stream; /* SplitMix64 */

static uint64_t next(void)
{
    uint64_t z = stream += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* A number below a bound, unbiased (Lemire 2019). */
static uint64_t draw(uint64_t bound)
{
    for (;;) {
        unsigned __int128 product = (unsigned __int128)next() * bound;
        uint64_t low = (uint64_t)product;
        /* 2^64 mod bound is below the bound: only a low word below that needs the division. */
        if (low >= bound || low >= -bound % bound)
            return (uint64_t)(product >> 64);
    }
}

static void make_deal(uint64_t number)
{
    uint8_t deal[MOST_CARDS]; /* suit * 16 + rank */
    uint64_t suit_places[4] = {0}, rank_places[13] = {0};
    for (int suit = 0, i = 0; suit < 4; suit++)
        for (int rank = 0; rank < ranks; rank++)
            deal[i++] = (uint8_t)(suit * 16 + rank);
    stream = number;
    for (int i = 0; i < deck_size - 1; i++) {
        int j = i + (int)draw((uint64_t)(deck_size - i));
        uint8_t card = deal[i];
        deal[i] = deal[j];
        deal[j] = card;
    }
    for (int i = 0; i < deck_size; i++) {
        suit_places[deal[i] >> 4] |= UINT64_C(1) << i;
        rank_places[deal[i] & 15] |= UINT64_C(1) << i;
    }
    for (int i = 0; i < deck_size; i++)
        partners[i] = suit_places[deal[i] >> 4] | rank_places[deal[i] & 15];
}

/* ---- The moves --------------------------------------------------------------------------- */

/* The groups of one to four cards by size, then by place: bit i stands for the i-th card. */
static const uint8_t groups[15] = {1, 2, 4, 8, 3, 5, 9, 6, 10, 12, 7, 11, 13, 14, 15};

/* Pairs of cards: bit p of a set of pairs stands for the two cards of pair[p]. */
static const uint8_t pair[6] = {3, 5, 9, 6, 10, 12};

/* legal[pairs]: which groups are legal where these pairs match, and no others. */
static uint16_t legal[64];

/* The four face-up cards and the next four of the stock stand in a row of eight bytes. After a
 * group has left, the four first of the others lie face up: their shifts in that row. */
static uint8_t remains[15][4];

/* upcoming[last]: the places of the next four cards of the stock where this is the last place of
 * the face-up cards. */
static Position upcoming[PLACES];

static void make_tables(const char *cover)
{
    bool single = !strcmp(cover, "single"), narrow = !strcmp(cover, "group");
    for (int pairs = 0; pairs < 64; pairs++)
        for (int g = single ? 0 : 4; g < 15; g++) {
            int matched = 0; /* cards that match another: in the group, or anywhere face up */
            for (int p = 0; p < 6; p++)
                if (pairs >> p & 1 && (!narrow || (pair[p] & groups[g]) == pair[p]))
                    matched |= pair[p];
            if ((groups[g] & matched) == groups[g])
                legal[pairs] |= (uint16_t)(1 << g);
        }
    for (int g = 0; g < 15; g++)
        for (int i = 0, n = 0; n < 4; i++)
            if (!(groups[g] >> i & 1))
                remains[g][n++] = (uint8_t)(8 * i);
    for (int last = 0; last < PLACES; last++)
        for (int i = 0; i < 4; i++)
            upcoming[last] |= (Position)(last + 1 + i < deck_size ? last + 1 + i : NO_CARD) << 8 * i;
}

static int place(Position at, int i)
{
    return at >> 8 * i & 255;
}

static int cards_left(Position at)
{
    int left = place(at, 3) == NO_CARD ? 0 : deck_size - 1 - place(at, 3);
    for (int i = 0; i < 4; i++)
        left += place(at, i) != NO_CARD;
    return left;
}

/* The legal groups, bit g for groups[g]. */
static unsigned legal_groups(Position at)
{
    uint64_t a = partners[place(at, 0)], b = partners[place(at, 1)], c = partners[place(at, 2)];
    return legal[(a >> place(at, 1) & 1) | (a >> place(at, 2) & 1) << 1
                 | (a >> place(at, 3) & 1) << 2 | (b >> place(at, 2) & 1) << 3
                 | (b >> place(at, 3) & 1) << 4 | (c >> place(at, 3) & 1) << 5];
}

static Position after(Position at, int group)
{
    uint64_t row = at | (uint64_t)upcoming[place(at, 3)] << 32;
    const uint8_t *shift = remains[group];
    return (Position)((row >> shift[0] & 255) | (row >> shift[1] & 255) << 8
                      | (row >> shift[2] & 255) << 16 | (row >> shift[3] & 255) << 24);
}

/* ---- The verdict ------------------------------------------------------------------------- */

/* The positions seen: by the last three places a word with a bit for each first place. Its upper
 * bits hold the number of the deal they belong to, so that not every deal must empty the table. */
static uint64_t seen[PLACES][64][64], deals_begun; /* 64: quicker to index than 53 */

static void forget_positions(void)
{
    if (++deals_begun >> (64 - PLACES)) {
        memset(seen, 0, sizeof seen);
        deals_begun = 1;
    }
}

static bool is_new(Position at)
{
    uint64_t *word = &seen[place(at, 3)][place(at, 2)][place(at, 1)];
    uint64_t bit = UINT64_C(1) << place(at, 0);
    uint64_t before = *word >> PLACES == deals_begun ? *word : deals_begun << PLACES;
    *word = before | bit;
    return !(before & bit);
}

static int fewest; /* cards left at the best end so far */

static bool can_win(Position at)
{
    unsigned moves = legal_groups(at);
    if (!moves) {
        int left = cards_left(at);
        if (left < fewest)
            fewest = left;
        return left == 0;
    }
    for (; moves; moves &= moves - 1) {
        Position to = after(at, __builtin_ctz(moves));
        if (is_new(to) && can_win(to))
            return true;
    }
    return false;
}

/* ---- Every count ------------------------------------------------------------------------- */

typedef struct {
    double lines, winning_lines; /* rounded where they pass 2^53 */
    double random_win;
    int fewest;
    Position at;
} Counts;

enum { FEWEST_BITS = 10, MOST_BITS = 20 };

static Counts counts[1 << (MOST_BITS - 2)]; /* of each position, in the order they were met */
static uint32_t states, transitions, choice_points, forced, critical, dead_ends;

/* A hash table of positions with open addressing, at most a quarter full: 2^slot_bits slots. */
static struct {
    Position at; /* 0 where the slot is empty */
    uint32_t number;
} slots[1 << MOST_BITS];
static int slot_bits;

static void empty_slots(int bits)
{
    if (bits > MOST_BITS)
        fail("more positions than the table holds");
    slot_bits = bits;
    memset(slots, 0, sizeof slots[0] << bits);
}

/* The slot of a position, or the empty one where it belongs. */
static uint32_t slot_of(Position at)
{
    uint32_t slot = at * 0x9E3779B1u >> (32 - slot_bits);
    while (slots[slot].at != at && slots[slot].at)
        slot = (slot + 1) & ((1u << slot_bits) - 1);
    return slot;
}

static void double_slots(void)
{
    empty_slots(slot_bits + 1);
    for (uint32_t i = 0; i < states; i++) {
        uint32_t slot = slot_of(counts[i].at);
        slots[slot].at = counts[i].at;
        slots[slot].number = i;
    }
}

static uint32_t work_out(Position at, uint32_t number);

/* Returns the number of a position; what follows from it is worked out once. */
static inline uint32_t number_of(Position at)
{
    uint32_t slot = slot_of(at);
    if (slots[slot].at)
        return slots[slot].number;
    slots[slot].at = counts[states].at = at;
    slots[slot].number = states++;
    if (states >> (slot_bits - 2))
        double_slots();
    return work_out(at, states - 1);
}

static uint32_t work_out(Position at, uint32_t number)
{
    unsigned moves = legal_groups(at);
    if (!moves) {
        int left = cards_left(at);
        bool won = left == 0;
        dead_ends += !won;
        counts[number] = (Counts){1, won, won, left, at};
        return number;
    }
    Counts sum = {0, 0, 0, deck_size, at};
    uint32_t n = 0, winning = 0;
    for (; moves; moves &= moves - 1, n++) {
        const Counts *to = &counts[number_of(after(at, __builtin_ctz(moves)))];
        sum.lines += to->lines;
        sum.winning_lines += to->winning_lines;
        sum.random_win += to->random_win;
        winning += to->winning_lines > 0;
        if (to->fewest < sum.fewest)
            sum.fewest = to->fewest;
    }
    transitions += n;
    choice_points += n > 1;
    forced += n == 1;
    critical += winning > 0 && winning < n;
    sum.random_win /= n;
    counts[number] = sum;
    return number;
}

/* ---- Many deals -------------------------------------------------------------------------- */

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t number_argument(const char *text)
{
    char *end;
    uint64_t number = strtoull(text, &end, 10);
    if (!*text || *end)
        fail("not a number");
    return number;
}

int main(int argc, char **argv)
{
    bool rows = argc == 7 && !strcmp(argv[6], "rows");
    if (argc != 6 && !rows)
        fail("arguments: verdict|full open|group|single french52|skat32 FIRST COUNT [rows]");
    bool full = !strcmp(argv[1], "full");
    if (!full && strcmp(argv[1], "verdict"))
        fail("the mode is verdict or full");
    if (strcmp(argv[2], "open") && strcmp(argv[2], "group") && strcmp(argv[2], "single"))
        fail("the cover is open, group or single");
    if (strcmp(argv[3], "french52") && strcmp(argv[3], "skat32"))
        fail("the deck is french52 or skat32");
    ranks = strcmp(argv[3], "skat32") ? 13 : 8;
    deck_size = 4 * ranks;
    make_tables(argv[2]);
    const Position start = 0x03020100; /* the first four places */
    uint64_t first = number_argument(argv[4]), deals = number_argument(argv[5]);

    uint64_t won = 0, left = 0, sums[6] = {0};
    double random_win = 0.0;
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (uint64_t i = 0; i < deals; i++) {
        make_deal(first + i);
        bool is_won;
        if (full) {
            empty_slots(FEWEST_BITS);
            states = transitions = choice_points = forced = critical = dead_ends = 0;
            const Counts *all = &counts[number_of(start)];
            is_won = all->winning_lines > 0;
            fewest = all->fewest;
            random_win += all->random_win;
            uint32_t figures[6] = {states, transitions, choice_points, forced, critical, dead_ends};
            for (int k = 0; k < 6; k++)
                sums[k] += figures[k];
            if (rows) {
                printf("%" PRIu64 " %s %d", first + i, is_won ? "won" : "lost", fewest);
                for (int k = 0; k < 6; k++)
                    printf(" %" PRIu32, figures[k]);
                printf(" %.17g %.17g %.17g\n", all->lines, all->winning_lines, all->random_win);
            }
        } else {
            forget_positions();
            fewest = deck_size;
            is_won = can_win(start);
            if (is_won)
                fewest = 0;
            if (rows)
                printf("%" PRIu64 " %s %d\n", first + i, is_won ? "won" : "lost", fewest);
        }
        won += is_won;
        left += (uint64_t)fewest;
    }
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    wall = seconds(CLOCK_MONOTONIC) - wall;
    if (!rows)
        printf("{\"deals\": %" PRIu64 ", \"won\": %" PRIu64 ", \"cards_left\": %" PRIu64
               ", \"states\": %" PRIu64 ", \"transitions\": %" PRIu64 ", \"choice_points\": %" PRIu64
               ", \"forced\": %" PRIu64 ", \"critical\": %" PRIu64 ", \"dead_ends\": %" PRIu64
               ", \"random_win\": %.17g, \"cpu\": %.6f, \"wall\": %.6f}\n",
               deals, won, left, sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], random_win,
               cpu, wall);
    return 0;
}
