// Scores of guesses on groups, words of up to five letters: a code is a byte, and a bucket a counter
// in shared memory. Rows are added up and counted in one go; there is no matrix.
//
// What limits this kernel is the shared memory's atomics, one per pair. Hence:
//   - two guesses share a 32-bit counter, 16 bits each, where groups have at most 65,535 candidates;
//   - with 32 columns every lane has counters of its own, in a memory bank of its own: no two lanes
//     of a warp ever meet, however uneven the buckets. Fewer columns suit small groups, for which
//     reading the counters costs more than filling them;
//   - counters are never cleared. A thread remembers what its bucket's counters showed last and takes the
//     difference; modulo 2^32 that stays right when a half overflows into its neighbour.
//
//   -DPLANES=1 -DGUESSES=4    guesses that a block counts at once (codes.cuh)
//   -DPACK=2                  guesses per counter: 2, or 1 for groups above 65,535
//   -DCOLUMNS=32              counters per bucket: a power of two, at most 32
#include "codes.cuh"
#include "totals.cuh"

#define THREADS 256  // at least PLANE_CODES: thread c looks after bucket c
#define SETS (GUESSES / PACK)

// The counter of code k of four in a word, in bytes from the first counter: [code][set][column].
__device__ __forceinline__ unsigned int counter_at(unsigned int codes, int k, int set)
{
    const unsigned int column = 4 * (set * COLUMNS + threadIdx.x % COLUMNS);
#if SETS * COLUMNS == 64
    // The counters of one code take 256 bytes: put the code into byte 1, one instruction.
    return __byte_perm(codes, column, 0x6504 | k << 4);
#else
    const unsigned int code = codes >> 8 * k & 255;
    // Grey is not needed: let each lane count it in a word of its own, where it waits for nobody.
    return code ? code * (4 * SETS * COLUMNS) + column : 4 * (PLANE_CODES * SETS * COLUMNS + threadIdx.x % WARP);
#endif
}

// A block scores the batches of GUESSES pairs of one group that fall to it; its threads share the answers,
// 16 at a time. Then thread c adds up bucket c of every guess, and warp g turns the buckets of guess g
// into its totals. Shared memory: 4 * (243 * SETS * COLUMNS + 32) bytes of counters by the launch
// (62 KB with 32 columns), 4 KB of bucket sizes. Grid: (groups, blocks that share a group's batches),
// 256 threads.
//
//   rows, stride, zero_row, slots   as in matrix.cu; groups are found in the rows by segments[].table,
//               a multiple of 16, and filled up to a multiple of 16 answers that are zero in all rows
//   pool        the guess of each pair, or null: all guesses in their order
//   n_log_n     n * Lg[n] for n = 0 ... the largest group
//   form, out, pairs, weights       see write_totals
extern "C" __global__ __launch_bounds__(THREADS, 2)
void score_narrow(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                  const int *__restrict__ slots, const Segment *__restrict__ segments, const int *__restrict__ pool,
                  const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                  const long long *__restrict__ weights)
{
    DYNAMIC_SHARED(unsigned int, counters);
    __shared__ unsigned int sizes[GUESSES][THREADS];
    __shared__ Batch batch;
    const Segment group = segments[blockIdx.x];
    const int bucket = threadIdx.x, lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    unsigned int shown[SETS];  // by this thread's bucket, the last time
#pragma unroll
    for (int set = 0; set < SETS; ++set) shown[set] = 0;
    for (int i = threadIdx.x; i < PLANE_CODES * SETS * COLUMNS; i += THREADS) counters[i] = 0;

    for (long long first = group.first + blockIdx.y * GUESSES; first < group.last; first += gridDim.y * GUESSES) {
        const int count = (int)min((long long)GUESSES, group.last - first);
        fill_batch(batch, slots, pool, first, count, group.first);

        for (long long answer = 16 * threadIdx.x; answer < group.size; answer += 16 * THREADS) {
            Walk walk;
#pragma unroll
            for (int g = 0; g < GUESSES; ++g) {
                const uint4 codes = walk.codes(batch, g, rows + group.table + answer, stride, zero_row);
                const unsigned int words[4] = {codes.x, codes.y, codes.z, codes.w};
#pragma unroll
                for (int k = 0; k < 16; ++k)
                    atomicAdd((unsigned int *)((char *)counters + counter_at(words[k / 4], k % 4, g / PACK)),
                              g % PACK ? 1u << 16 : 1u);
            }
        }
        __syncthreads();

        if (bucket < PLANE_CODES)
#pragma unroll
            for (int set = 0; set < SETS; ++set) {
                const unsigned int *const columns = counters + (bucket * SETS + set) * COLUMNS;
                unsigned int total = 0;
                // Each thread starts at another column, so that the lanes read from different banks.
#pragma unroll
                for (int c = 0; c < COLUMNS; ++c) total += columns[(c + threadIdx.x) % COLUMNS];
                const unsigned int grown = total - shown[set];
                shown[set] = total;
#pragma unroll
                for (int half = 0; half < PACK; ++half)
                    sizes[set * PACK + half][bucket] = PACK == 1 ? grown : grown >> 16 * half & 0xffff;
            }
        __syncthreads();

        if (warp < count) {
            Totals totals = {0, 0, 0, 0, 0};
            for (int code = lane; code < PLANE_CODES; code += WARP)
                if (code) add_bucket(totals, sizes[warp][code], n_log_n);
            join_warp(totals);
            add_bucket(totals, (unsigned int)group.size - totals.counted, n_log_n);
            if (lane == 0) write_totals(totals, form, out, first + warp, pairs, weights);
        }
    }
}
