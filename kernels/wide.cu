// Scores of guesses on large groups, words of six to ten letters: 3^L counters of 16 bits in shared
// memory, 1.5 KB to 118 KB, filled and then read from end to end.
//
// For groups that are large against 3^L and have at most 65,535 candidates; hash.cu scores the others.
// A 32-bit word holds two counters:
//   -DGUESSES=2      the same bucket of two neighbouring guesses (up to nine letters)
//   -DGUESSES=1      two neighbouring buckets of one guess (ten letters)
//   -DPLANES=2       see codes.cuh
#include "codes.cuh"
#include "totals.cuh"

#define UPPER (1u << 16)
#if GUESSES == 2
#define MOST_THREADS 512   // two sets of totals take more registers than 1024 threads leave
#else
#define MOST_THREADS 1024  // the counters fill most of the shared memory: one block has to keep it busy
#endif

// A block scores the batches of GUESSES pairs of one group that fall to it; its threads share the answers,
// eight at a time, and then the counters, four words at a time, which they clear for the next batch.
// Shared memory: 4 * (words + 32) bytes of counters by the launch, words being 3^L * GUESSES / 2
// rounded up to a multiple of four; 2 KB for joining. Grid: (groups, blocks that share a group's
// batches); whole warps. Arguments as in narrow.cu.
extern "C" __global__ __launch_bounds__(MOST_THREADS)
void score_wide(const unsigned char *__restrict__ rows, unsigned int stride, unsigned int zero_row,
                const int *__restrict__ slots, const Segment *__restrict__ segments, const int *__restrict__ pool,
                const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                const long long *__restrict__ weights, int words)
{
    DYNAMIC_SHARED(uint4, quads);
    __shared__ Totals of_warp[GUESSES][MAXIMUM_WARPS];
    __shared__ Batch batch;
    unsigned int *const counters = (unsigned int *)quads;
    const Segment group = segments[blockIdx.x];
    // Grey is not needed: each lane counts it in a word of its own behind the counters, without waiting.
    const unsigned int grey = words + threadIdx.x % WARP;
    for (int i = threadIdx.x; i < words / 4; i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);

    for (long long first = group.first + blockIdx.y * GUESSES; first < group.last; first += gridDim.y * GUESSES) {
        const int count = (int)min((long long)GUESSES, group.last - first);
        fill_batch(batch, slots, pool, first, count, group.first);

        for (long long answer = PIECE_ANSWERS * threadIdx.x; answer < group.size;
             answer += PIECE_ANSWERS * blockDim.x) {
            Walk walk;
#pragma unroll
            for (int g = 0; g < GUESSES; ++g) {
                const uint4 codes = walk.codes(batch, g, rows + group.table + answer, stride, zero_row);
#pragma unroll
                for (int k = 0; k < PIECE_ANSWERS; ++k) {
                    const unsigned int code = code_at(codes, k);
#if GUESSES == 2
                    atomicAdd(counters + (code ? code : grey), g ? UPPER : 1u);
#else
                    atomicAdd(counters + (code ? code / 2 : grey), code % 2 ? UPPER : 1u);
#endif
                }
            }
        }
        __syncthreads();

        Totals totals[GUESSES];
#pragma unroll
        for (int g = 0; g < GUESSES; ++g) totals[g] = Totals{0, 0, 0, 0, 0};
        for (int i = threadIdx.x; i < words / 4; i += blockDim.x) {
            const uint4 quad = quads[i];
            quads[i] = make_uint4(0, 0, 0, 0);
            const unsigned int pair[4] = {quad.x, quad.y, quad.z, quad.w};
#pragma unroll
            for (int k = 0; k < 4; ++k)
                if (pair[k]) {
                    add_bucket(totals[0], pair[k] & 0xffff, n_log_n);
                    add_bucket(totals[GUESSES - 1], pair[k] >> 16, n_log_n);
                }
        }
#pragma unroll
        for (int g = 0; g < GUESSES; ++g) {
            join_block(totals[g], of_warp[g]);
            add_bucket(totals[g], (unsigned int)group.size - totals[g].counted, n_log_n);
            if (threadIdx.x == 0 && g < count) write_totals(totals[g], form, out, first + g, pairs, weights);
        }
    }
}
