// Scores of guesses on groups of any size, words of any length: a hash table in shared memory holds only
// the codes that occur. Eleven letters have 3^11 = 177,147 patterns, too many for a counter each, but in word
// lists no more than some ten thousand occur for one guess.
//
// What costs time is lanes that wait for each other while they look for their keys. So slots come in
// pairs, which one load brings: most keys are found, or find room, at the first look, and that look all
// lanes take together. Only what is left goes on from pair to pair.
//
// A full table is no failure: the guess starts again in twice as many passes, each of which takes the
// keys that have one remainder. Keys are codes times an odd number, a bijection, so passes come down to
// one key each before long, and no memory beyond the table is ever needed.
//   -DPLANES=1..4 -DGUESSES=1 (see codes.cuh)
#include "codes.cuh"
#include "totals.cuh"

#define MULTIPLIER 0x9e3779b1u  // odd, and near 2^32 / the golden ratio
#define MOST_LOOKS 128          // for one key, before the table counts as full

// The table of a block: slots, two to a pair. Key 0, which is grey, marks a free slot.
struct Table {
    unsigned int *keys, *counters;
    unsigned int pairs;

    // The pair at which a key is looked for first.
    __device__ __forceinline__ unsigned int home(unsigned int key) const { return __umulhi(key, pairs); }

    // Look for a key at a pair, and count it where it is or where the pair has room. False if it has to go
    // on: at the next pair, or at the same one if another key took the room.
    __device__ __forceinline__ bool count(unsigned int key, unsigned int &pair)
    {
        const unsigned long long two = PEEK64(keys + 2 * pair);
        const unsigned int lower = (unsigned int)two, upper = (unsigned int)(two >> 32);
        const bool above = lower != 0 && lower != key;
        const unsigned int slot = 2 * pair + above;
        unsigned int there = above ? upper : lower;
        if (there == 0) {
            there = atomicCAS(keys + slot, 0u, key);
            if (there == 0) there = key;
        } else if (there != key) {
            pair = pair + 1 == pairs ? 0 : pair + 1;
        }
        if (there != key) return false;
        atomicAdd(counters + slot, 1u);
        return true;
    }

    // Count the codes of sixteen answers, those whose key has the remainder `pass` modulo `passes`. False if
    // a key found no room. To be called by all lanes of a warp together.
    __device__ __forceinline__ bool count_all(const Codes &codes, unsigned int passes, unsigned int pass)
    {
        unsigned int key[PIECE_ANSWERS], left = 0;  // bit k: key k is not counted yet
#pragma unroll
        for (int k = 0; k < PIECE_ANSWERS; ++k) {
            key[k] = codes.times(MULTIPLIER, k);
            unsigned int at = home(key[k]);
            if (key[k] != 0 && (key[k] & (passes - 1)) == pass && !count(key[k], at)) left |= 1u << k;
        }
        bool room = true;
        unsigned int mine = 0, at = 0, looks = 0;  // the key that goes on
        while (__any_sync(ALL_LANES, left | mine)) {
            if (mine == 0 && left != 0) {
#pragma unroll
                for (int k = 0; k < PIECE_ANSWERS; ++k)
                    if (left >> k & 1) mine = key[k];
                left &= ~(1u << (31 - __clz(left)));
                at = home(mine);
                looks = 0;
            }
            if (mine != 0) {
                const bool counted = count(mine, at);
                if (!counted && ++looks == MOST_LOOKS) room = false;
                if (counted || looks == MOST_LOOKS) mine = 0;
            }
        }
        return room;
    }

    // Add all buckets to the totals and clear the table; the threads of the block share the slots.
    __device__ __forceinline__ void empty_into(Totals &totals, const unsigned long long *__restrict__ n_log_n)
    {
        uint4 *const key_quads = (uint4 *)keys, *const counter_quads = (uint4 *)counters;
        for (unsigned int i = threadIdx.x; i < pairs / 2; i += blockDim.x) {
            const uint4 sizes = counter_quads[i];
            if (all_zero(sizes)) continue;  // nor are there keys
            key_quads[i] = counter_quads[i] = make_uint4(0, 0, 0, 0);
            add_bucket(totals, sizes.x, n_log_n);
            add_bucket(totals, sizes.y, n_log_n);
            add_bucket(totals, sizes.z, n_log_n);
            add_bucket(totals, sizes.w, n_log_n);
        }
    }
};

// A block scores the pairs of one group that fall to it, one after another; its threads share the
// answers, sixteen at a time, and then the slots, four at a time, which they clear for the next guess.
// Shared memory: 8 * n_slots bytes by the launch, for n_slots keys and as many counters, a multiple of
// four; 1 KB for joining. Grid: (groups, blocks that share a group's pairs); whole warps.
// Arguments as in counters.cu; restarts counts how often a guess had to start again.
extern "C" __global__ __launch_bounds__(1024)
void score_hash(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                const int *__restrict__ slots, const Segment *__restrict__ segments, const int *__restrict__ pool,
                const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                const long long *__restrict__ weights, int n_slots, unsigned int *__restrict__ restarts)
{
    DYNAMIC_SHARED(uint4, quads);
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    __shared__ volatile Batch batch;
    __shared__ unsigned int full;
    unsigned int *const words = (unsigned int *)quads;
    Table table = {words, words + n_slots, (unsigned int)n_slots / 2};
    const Segment group = segments[blockIdx.x];
    for (int i = threadIdx.x; i < n_slots / 2; i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);

    for (long long pair = group.first + blockIdx.y; pair < group.last; pair += gridDim.y) {
        if (threadIdx.x == 0) full = 0;
        fill_batch(batch, slots, pool, pair, 1, group.first, zero_row);
        Totals totals = {0, 0, 0, 0, 0};
        unsigned int passes = 1, pass = 0;
        while (pass < passes) {
            // All lanes of a warp go through together, those beyond the last answer with nothing to count.
            for (long long begin = 0; begin < group.size && !__any_sync(ALL_LANES, PEEK(&full));
                 begin += PIECE_ANSWERS * blockDim.x) {
                const long long answer = begin + PIECE_ANSWERS * threadIdx.x;
                Codes codes = {};
                if (answer < group.size) codes = Walk().codes(batch, 0, rows + group.table + answer, stride);
                if (!table.count_all(codes, passes, pass)) atomicAdd(&full, 1u);
            }
            __syncthreads();
            const bool again = full;  // the same for every thread
            table.empty_into(totals, n_log_n);
            ++pass;
            __syncthreads();
            if (again) {
                passes *= 2;
                pass = 0;
                totals = Totals{0, 0, 0, 0, 0};
                if (threadIdx.x == 0) {
                    full = 0;
                    atomicAdd(restarts, 1u);
                }
                __syncthreads();
            }
        }
        join_block(totals, of_warp);
        add_bucket(totals, (unsigned int)group.size - totals.counted, n_log_n);
        if (threadIdx.x == 0) write_totals(totals, form, out, pair, pairs, weights);
    }
}
