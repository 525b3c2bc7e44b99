// The guesses with the smallest keys, from the statistics of all: a few rows leave the device.
//
// Smallest key first; of equals a guess that is a candidate; of these the lowest guess. That order is total,
// so each leader is the first one after the leader before, and is found by a search of its own: few are
// asked for. First every part of the guesses finds its leaders, then the leaders of all parts are ranked.
#include "totals.cuh"

#define BEYOND 0x80000000u
#define NOBODY 0xffffffffu
#define NUMBERS 4  // statistics of a guess

struct Rank {
    long long key;
    unsigned int tie;  // the guess, plus BEYOND where it is not a candidate; NOBODY for none
    int column;        // where its statistics stand
};

__device__ __forceinline__ bool precedes(const Rank &a, const Rank &b)
{
    return a.key < b.key || (a.key == b.key && a.tie < b.tie);
}

__device__ __forceinline__ Rank nobody() { return Rank{0x7fffffffffffffffll, NOBODY, 0}; }

// The first of `count` ranks that comes after `last`, or that comes first where `any`; nobody if none does.
// To be called by all threads of a block, of whole warps; every thread gets the result.
template <class RankOf>
__device__ __forceinline__ Rank next_after(const Rank &last, bool any, long long count, RankOf rank_of, Rank *of_warp)
{
    Rank mine = nobody();
    for (long long i = threadIdx.x; i < count; i += blockDim.x) {
        const Rank one = rank_of(i);
        if (precedes(one, mine) && (any || precedes(last, one))) mine = one;
    }
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2) {
        Rank other;
        other.key = __shfl_xor_sync(ALL_LANES, mine.key, step);
        other.tie = __shfl_xor_sync(ALL_LANES, mine.tie, step);
        other.column = __shfl_xor_sync(ALL_LANES, mine.column, step);
        if (precedes(other, mine)) mine = other;
    }
    if (threadIdx.x % WARP == 0) of_warp[threadIdx.x / WARP] = mine;
    __syncthreads();
    for (int w = 0; w < blockDim.x / WARP; ++w)
        if (precedes(of_warp[w], mine)) mine = of_warp[w];
    __syncthreads();  // nobody reads of_warp any more
    return mine;
}

// The leaders of each part of the guesses by each key.
//
// A block does one key and one part: neighbouring columns, which its threads share. Shared memory: 512 bytes.
// Grid: (keys, parts); whole warps.
//
//   statistics     NUMBERS x columns, as write_totals leaves them
//   segment        its `last` is the number of columns to rank, the first ones; the others are not read
//   weights        keys x NUMBERS: what the statistics weigh in each key
//   pool           the guess of each column, or null: all guesses in their order
//   guess_answer   the answer that each guess is, or -1; or null: all are candidates
//   part           columns of a part
//   top            leaders that are asked for
//   leaders        keys x parts x top; where a part has no more columns, nobody
extern "C" __global__ __launch_bounds__(256)
void leaders_of_parts(const long long *__restrict__ statistics, int columns, const Segment *__restrict__ segment,
                      const long long *__restrict__ weights, const int *__restrict__ pool,
                      const int *__restrict__ guess_answer, int part, int top, Rank *__restrict__ leaders)
{
    __shared__ Rank of_warp[MAXIMUM_WARPS];
    const long long *const weight = weights + NUMBERS * blockIdx.x;
    const long long w0 = weight[0], w1 = weight[1], w2 = weight[2], w3 = weight[3], all = columns;
    const int first = blockIdx.y * part, count = (int)min(segment->last - first, (long long)part);
    const auto rank_of = [=](long long i) {
        const int column = first + (int)i;
        const unsigned int guess = pool ? pool[column] : column;
        const long long key = w0 * statistics[column] + w1 * statistics[all + column]
                            + w2 * statistics[2 * all + column] + w3 * statistics[3 * all + column];
        return Rank{key, guess_answer && guess_answer[guess] < 0 ? guess | BEYOND : guess, column};
    };
    Rank last = nobody();
    for (int place = 0; place < top; ++place) {
        last = next_after(last, place == 0, count, rank_of, of_warp);
        if (threadIdx.x == 0) leaders[((long long)blockIdx.x * gridDim.y + blockIdx.y) * top + place] = last;
    }
}

// The leaders by each key, of those of all parts, with their statistics.
//
// A block does one key; its threads share the leaders of the parts. Shared memory: 512 bytes. Grid: keys;
// whole warps.
//
//   leaders   keys x entries, see leaders_of_parts; at least `top` of each key's are somebody
//   found     keys x top x (1 + NUMBERS): each leader and its statistics, best first
//   chosen    keys x top, or null: the leaders alone
extern "C" __global__ __launch_bounds__(256)
void rank_leaders(const Rank *__restrict__ leaders, int entries, const long long *__restrict__ statistics, int columns,
                  int top, long long *__restrict__ found, int *__restrict__ chosen)
{
    __shared__ Rank of_warp[MAXIMUM_WARPS];
    const Rank *const mine = leaders + (long long)blockIdx.x * entries;
    const auto rank_of = [=](long long i) { return mine[i]; };
    Rank last = nobody();
    for (int place = 0; place < top; ++place) {
        last = next_after(last, place == 0, entries, rank_of, of_warp);
        if (threadIdx.x != 0) continue;
        const long long at = (long long)blockIdx.x * top + place;
        long long *const row = found + at * (1 + NUMBERS);
        row[0] = last.tie & ~BEYOND;
        if (chosen) chosen[at] = last.tie & ~BEYOND;
        for (int n = 0; n < NUMBERS; ++n) row[1 + n] = statistics[(long long)n * columns + last.column];
    }
}
