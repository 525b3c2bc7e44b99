// Scores of guesses, counted in shared memory, from rows of any kind: a bucket is a counter, 3^L of them.
// Rows are added up and counted in one go; there is no matrix.
//
//   -DBITS=32        a counter in a word. Increments are by one, because that is what the hardware merges: lanes
//                    of a warp that count in the same bucket, as most do in the large ones, then cost no more
//                    than lanes that do not. Grey (code 0) needs no exception, only its counter is not read.
//   -DBITS=16        groups of up to 65,535: two counters in a word. Nothing merges.
#ifndef COUNTING_CUH
#define COUNTING_CUH
#include "codes.cuh"
#include "totals.cuh"

// A place in shared memory, and an increment at a distance in bytes from it. As an address of shared
// memory it takes one instruction, which the hardware merges for lanes that count in the same place.
#ifndef SHARED_PLACE
#define SHARED_PLACE(pointer) ((unsigned int)__cvta_generic_to_shared(pointer))
#define SHARED_ADD(place, bytes, value)                                                                            \
    asm volatile("red.shared.add.u32 [%0], %1;" : : "r"((place) + (bytes)), "r"(value) : "memory")
#endif

// The same value. The compiler does not see how it is computed, so it neither repeats that nor moves it.
template <class Value> __device__ __forceinline__ Value held(Value value)
{
    asm volatile("" : "+r"(value));
    return value;
}

// Add the counters of a word to the totals, all of them or all but code 0, which is the lower one.
__device__ __forceinline__ void add_word(Totals &totals, unsigned int word, bool grey,
                                         const unsigned long long *__restrict__ n_log_n)
{
#if BITS == 32
    if (!grey) add_bucket(totals, word, n_log_n);
#else
    if (!grey) add_bucket(totals, word & 0xffff, n_log_n);
    add_bucket(totals, word >> 16, n_log_n);
#endif
}

// A block scores the pairs of one group that fall to it, one after another; its threads share the answers,
// sixteen at a time, and then the counters, four words at a time, which they clear for the next guess.
// Blocks are small, a warp where the counters are few: the smaller, the less they wait for each other.
//
//   fill(pair)           finds the rows of a pair's guess, and ends with a barrier
//   codes_at(answer)     the codes of that guess and sixteen answers
//   of_warp              MAXIMUM_WARPS totals in shared memory
//   the others           as in counters.cu
template <class Fill, class CodesAt>
__device__ __forceinline__ void score_guesses(const Segment &group, const Fill &fill, const CodesAt &codes_at,
                                              Totals *of_warp, const unsigned long long *__restrict__ n_log_n,
                                              int form, void *__restrict__ out, long long pairs,
                                              const long long *__restrict__ weights, int words)
{
    DYNAMIC_SHARED(uint4, quads);
    for (int i = threadIdx.x; i < words / 4; i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);

    for (long long pair = group.first + blockIdx.y; pair < group.last; pair += gridDim.y) {
        fill(pair);
        for (long long answer = PIECE_ANSWERS * threadIdx.x; answer < group.size;
             answer += PIECE_ANSWERS * blockDim.x) {
            const Codes codes = codes_at(answer);
            const auto place = held(SHARED_PLACE(quads));
#pragma unroll
            for (int k = 0; k < PIECE_ANSWERS; ++k) {
#if BITS == 32
                SHARED_ADD(place, codes.times(4, k), 1u);
#else
                // Nothing merges an increment that may be of the upper half. So each lane counts grey, the
                // largest bucket of most guesses, in a word of its own.
                const unsigned int code = codes[k], own = words + threadIdx.x % WARP;
                SHARED_ADD(place, 4 * (code ? code / 2 : own), code % 2 ? 1u << 16 : 1u);
#endif
            }
        }
        __syncthreads();

        Totals totals = {0, 0, 0, 0, 0};
        for (int i = threadIdx.x; i < words / 4; i += blockDim.x) {
            const uint4 quad = quads[i];
            if (all_zero(quad)) continue;
            quads[i] = make_uint4(0, 0, 0, 0);
            add_word(totals, quad.x, i == 0, n_log_n);
            add_word(totals, quad.y, false, n_log_n);
            add_word(totals, quad.z, false, n_log_n);
            add_word(totals, quad.w, false, n_log_n);
        }
        join_block(totals, of_warp);
        add_bucket(totals, (unsigned int)group.size - totals.counted, n_log_n);
        if (threadIdx.x == 0) write_totals(totals, form, out, pair, pairs, weights);
    }
}

#endif
