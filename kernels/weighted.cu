// Scores of guesses on groups whose candidates have weights, words of any length. A bucket is a slot of a
// hash table in shared memory: its code, its candidates and their weight.
//
// Restarts are those of hash.cu: a guess whose table is full starts again in twice as many passes, each of
// which takes the keys that have one remainder.
//   -DPLANES=1..4 -DGUESSES=1 (see codes.cuh)
#include "codes.cuh"
#include "totals.cuh"

#define MULTIPLIER 0x9e3779b1u  // odd, and near 2^32 / the golden ratio
#define MOST_LOOKS 128          // for one key, before the table counts as full

// The five integers of gpuwordle.scoring.statistics.WEIGHTED_FIELDS.
struct Weighed {
    unsigned int buckets, largest, heaviest;
    unsigned long long products, logs;  // sum of n * W, and of W Lg[W]
};

__device__ __forceinline__ void join_weighed(Weighed &t)
{
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2) {
        t.buckets += __shfl_xor_sync(ALL_LANES, t.buckets, step);
        t.largest = max(t.largest, __shfl_xor_sync(ALL_LANES, t.largest, step));
        t.heaviest = max(t.heaviest, __shfl_xor_sync(ALL_LANES, t.heaviest, step));
        t.products += __shfl_xor_sync(ALL_LANES, t.products, step);
        t.logs += __shfl_xor_sync(ALL_LANES, t.logs, step);
    }
}

// Move every code of a piece one place down.
__device__ __forceinline__ void drop_first(Codes &codes)
{
#pragma unroll
    for (int p = 0; p < PLANES; ++p) {
        Piece &bytes = codes.plane[p];
        bytes.x = bytes.x >> 8 | bytes.y << 24;
        bytes.y = bytes.y >> 8 | bytes.z << 24;
        bytes.z = bytes.z >> 8 | bytes.w << 24;
        bytes.w >>= 8;
    }
}

// A block scores the pairs of one group that fall to it, one after another; its threads share the
// answers, sixteen at a time, and then the slots, which they clear for the next guess.
// Shared memory: 12 * n_slots bytes by the launch, for keys, sizes and weights; 1 KB for joining.
// Grid: (groups, blocks that share a group's pairs); whole warps. Arguments as in hash.cu, and:
//
//   places      where each group begins in `answers`
//   answers     the answer in each column of the table, or null: all answers in their order
//   weight      the weight of each answer
//   n_log_n     up to the weight of the heaviest group
//   key_weights of buckets, largest, products, logs and heaviest in a key
extern "C" __global__ __launch_bounds__(256, 4)
void score_weighted(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                    const int *__restrict__ slots, const Segment *__restrict__ segments,
                    const long long *__restrict__ places, const int *__restrict__ answers,
                    const unsigned int *__restrict__ weight, const int *__restrict__ pool,
                    const unsigned long long *__restrict__ n_log_n, int form, long long *__restrict__ out,
                    long long pairs, const long long *__restrict__ key_weights, unsigned int n_slots,
                    unsigned int *__restrict__ restarts)
{
    DYNAMIC_SHARED(unsigned int, words);
    __shared__ Weighed of_warp[MAXIMUM_WARPS];
    __shared__ volatile Batch batch;
    __shared__ unsigned int full;
    unsigned int *const keys = words, *const sizes = words + n_slots, *const weights = words + 2 * n_slots;
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    const Segment group = segments[blockIdx.x];
    for (unsigned int i = threadIdx.x; i < 3 * n_slots; i += blockDim.x) words[i] = 0;

    for (long long pair = group.first + blockIdx.y; pair < group.last; pair += gridDim.y) {
        if (threadIdx.x == 0) full = 0;
        fill_batch(batch, slots, pool, pair, 1, group.first, zero_row);
        Weighed sums = {0, 0, 0, 0, 0};
        unsigned int passes = 1, pass = 0;
        while (pass < passes) {
            for (long long answer = PIECE_ANSWERS * threadIdx.x; answer < group.size;
                 answer += PIECE_ANSWERS * blockDim.x) {
                Codes codes = Walk().codes(batch, 0, rows + group.table + answer, stride);
                const int count = (int)min((long long)PIECE_ANSWERS, group.size - answer);
                // Not unrolled: sixteen searches at once take more registers than there are.
#pragma unroll 1
                for (int k = 0; k < count; ++k) {
                    const unsigned int key = (codes[0] + 1) * MULTIPLIER;  // no code has key 0
                    drop_first(codes);
                    if ((key & (passes - 1)) != pass) continue;
                    const long long place = places[blockIdx.x] + answer + k;
                    unsigned int at = __umulhi(key, n_slots), looks = 0;
                    for (; looks < MOST_LOOKS; ++looks) {
                        const unsigned int there = atomicCAS(keys + at, 0u, key);
                        if (there == 0 || there == key) break;
                        at = at + 1 == n_slots ? 0 : at + 1;
                    }
                    if (looks == MOST_LOOKS) {
                        atomicAdd(&full, 1u);
                        continue;
                    }
                    atomicAdd(sizes + at, 1u);
                    atomicAdd(weights + at, weight[answers ? answers[place] : place]);
                }
            }
            __syncthreads();
            const bool again = full;  // the same for every thread
            for (unsigned int i = threadIdx.x; i < n_slots; i += blockDim.x) {
                const unsigned int n = sizes[i], w = weights[i];
                keys[i] = sizes[i] = weights[i] = 0;
                if (n == 0) continue;
                sums.buckets += 1;
                sums.largest = max(sums.largest, n);
                sums.heaviest = max(sums.heaviest, w);
                sums.products += (unsigned long long)n * w;
                sums.logs += n_log_n[w];
            }
            ++pass;
            __syncthreads();
            if (again) {
                passes *= 2;
                pass = 0;
                sums = Weighed{0, 0, 0, 0, 0};
                if (threadIdx.x == 0) {
                    full = 0;
                    atomicAdd(restarts, 1u);
                }
                __syncthreads();
            }
        }
        join_weighed(sums);
        if (lane == 0) of_warp[warp] = sums;
        __syncthreads();
        if (warp == 0) {
            sums = lane < warps ? of_warp[lane] : Weighed{0, 0, 0, 0, 0};
            join_weighed(sums);
        }
        if (threadIdx.x != 0) continue;
        const long long five[] = {sums.buckets, sums.largest, (long long)sums.products, (long long)sums.logs,
                                  sums.heaviest};
        if (form == KEYS) {
            long long key = 0;
            for (int i = 0; i < 5; ++i) key += key_weights[i] * five[i];
            out[pair] = key;
        } else {
            for (int i = 0; i < 5; ++i) out[i * pairs + pair] = five[i];
        }
    }
}
