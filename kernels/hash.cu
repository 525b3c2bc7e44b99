// Scores of guesses on groups of any size, words of any length: a hash table in shared memory holds only
// the codes that occur. Eleven letters have 3^11 = 177,147 patterns, too many to count each, but on
// words as they are no more than some ten thousand occur for one guess.
//
// A full table is no failure: the guess starts again in twice as many passes, each of which takes the
// codes whose hash has one remainder. The hash is a bijection, so passes come down to one code each
// before long, and no memory beyond the table is ever needed.
//   -DPLANES=1..4 -DGUESSES=1 (see codes.cuh)
#include "codes.cuh"
#include "totals.cuh"

// A bijection of 32-bit words that maps 0 to 0: odd factors and xor-shifts can be undone.
__device__ __forceinline__ unsigned int mix(unsigned int x)
{
    x *= 0x9e3779b1u;
    x ^= x >> 15;
    x *= 0x85ebca77u;
    x ^= x >> 13;
    return x;
}

// A block scores the pairs of one group that fall to it, one after another; its threads share the
// answers, 4 to 16 at a time. The totals grow with every answer by what its bucket held before, so
// the table is cleared but never read through.
// Shared memory: 8 << slots_log2 bytes by the launch, for 2^slots_log2 keys and as many counters, more
// than blockDim.x; 1 KB for joining. Grid: (groups, blocks that share a group's pairs); whole warps.
// Arguments as in narrow.cu; restarts counts how often a guess had to start again.
extern "C" __global__ __launch_bounds__(1024)
void score_hash(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                const int *__restrict__ slots, const Segment *__restrict__ segments, const int *__restrict__ pool,
                const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                const long long *__restrict__ weights, int slots_log2, unsigned int *__restrict__ restarts)
{
    DYNAMIC_SHARED(uint4, quads);
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    __shared__ Batch batch;
    __shared__ unsigned int used;
    const unsigned int table = 1u << slots_log2;
    unsigned int *const keys = (unsigned int *)quads, *const counters = keys + table;  // key 0: free
    // Every thread may take one slot after the limit is reached, before it sees that.
    const unsigned int limit = table - max(table / 8, blockDim.x);
    const Segment group = segments[blockIdx.x];

    for (long long pair = group.first + blockIdx.y; pair < group.last; pair += gridDim.y) {
        fill_batch(batch, slots, pool, pair, 1, group.first);
        unsigned int passes = 1, pass = 0;
        Totals totals = {0, 0, 0, 0, 0};
        while (pass < passes) {
            for (unsigned int i = threadIdx.x; i < table / 2; i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);
            if (threadIdx.x == 0) used = 0;
            __syncthreads();
            bool full = false;
            for (long long answer = PIECE_ANSWERS * threadIdx.x; answer < group.size && !full;
                 answer += PIECE_ANSWERS * blockDim.x) {
                Walk walk;
                const uint4 codes = walk.codes(batch, 0, rows + group.table + answer, stride, zero_row);
                full = PEEK(&used) > limit;
#pragma unroll
                for (int k = 0; k < PIECE_ANSWERS; ++k) {
                    const unsigned int code = code_at(codes, k), key = mix(code);
                    if (full || code == 0 || (key & (passes - 1)) != pass) continue;
                    unsigned int slot = key >> (32 - slots_log2);
                    for (;; slot = (slot + 1) & (table - 1)) {
                        unsigned int there = PEEK(keys + slot);
                        if (there == 0) {
                            there = atomicCAS(keys + slot, 0u, key);
                            if (there == 0) {
                                full = atomicAdd(&used, 1u) >= limit;
                                break;
                            }
                        }
                        if (there == key) break;
                    }
                    grow_bucket(totals, atomicAdd(counters + slot, 1u), n_log_n);
                }
            }
            __syncthreads();
            if (used > limit) {  // the same for every thread
                passes *= 2;
                pass = 0;
                totals = Totals{0, 0, 0, 0, 0};
                if (threadIdx.x == 0) atomicAdd(restarts, 1u);
            } else {
                ++pass;
            }
            __syncthreads();
        }
        join_block(totals, of_warp);
        add_bucket(totals, (unsigned int)group.size - totals.counted, n_log_n);
        if (threadIdx.x == 0) write_totals(totals, form, out, pair, pairs, weights);
    }
}
