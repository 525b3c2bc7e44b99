// Scores of batches of guesses, counted in shared memory, from rows of any kind. Measured on no GPU yet.
//
// The code times four is computed at once: the distance of its counter from the guess's first one, whose
// address in shared memory is computed once a guess.
//   -DBITS=32        a counter in a word
//   -DBITS=16        groups of up to 65,535: two counters in a word
#ifndef BATCHES_CUH
#define BATCHES_CUH
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

// A block scores the batches of BATCH_GUESSES pairs of one group that fall to it; its threads share the
// answers, sixteen at a time, and then the counters, four words at a time, which they clear for the next batch.
//
//   fill(first, count)   fills a batch with `count` guesses from pair `first` on, and ends with a barrier
//   at(answer)           returns a function of g: the codes of guess g = 0, 1, ... and sixteen answers
//   of_warp              MAXIMUM_WARPS totals in shared memory
//   the others           as in counters.cu
template <int BATCH_GUESSES, class Fill, class At>
__device__ __forceinline__ void score_batches(const Segment &group, const Fill &fill, const At &at, Totals *of_warp,
                                              const unsigned long long *__restrict__ n_log_n, int form,
                                              void *__restrict__ out, long long pairs,
                                              const long long *__restrict__ weights, int words)
{
    DYNAMIC_SHARED(uint4, quads);
    for (int i = threadIdx.x; i < BATCH_GUESSES * words / 4; i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);

    for (long long first = group.first + (long long)blockIdx.y * BATCH_GUESSES; first < group.last;
         first += (long long)gridDim.y * BATCH_GUESSES) {
        const int count = BATCH_GUESSES == 1 ? 1 : (int)min((long long)BATCH_GUESSES, group.last - first);
        fill(first, count);

        for (long long answer = PIECE_ANSWERS * threadIdx.x; answer < group.size;
             answer += PIECE_ANSWERS * blockDim.x) {
            auto codes_of_guess = at(answer);
            for (int g = 0; g < count; ++g) {
                const Codes codes = codes_of_guess(g);
                const auto place = held(SHARED_PLACE(quads) + 4 * words * g);
#pragma unroll
                for (int k = 0; k < PIECE_ANSWERS; ++k) {
#if BITS == 32
                    SHARED_ADD(place, codes.times(4, k), 1u);
#else
                    // As in counters.cu: each lane counts grey in a word of its own.
                    const unsigned int code = codes[k], own = words + threadIdx.x % WARP;
                    SHARED_ADD(place, 4 * (code ? code / 2 : own), code % 2 ? 1u << 16 : 1u);
#endif
                }
            }
        }
        __syncthreads();

        for (int g = 0; g < count; ++g) {
            Totals totals = {0, 0, 0, 0, 0};
            for (int i = threadIdx.x; i < words / 4; i += blockDim.x) {
                const uint4 quad = quads[g * words / 4 + i];
                if (all_zero(quad)) continue;
                quads[g * words / 4 + i] = make_uint4(0, 0, 0, 0);
                add_word(totals, quad.x, i == 0, n_log_n);
                add_word(totals, quad.y, false, n_log_n);
                add_word(totals, quad.z, false, n_log_n);
                add_word(totals, quad.w, false, n_log_n);
            }
            if (g) __syncthreads();  // nobody uses of_warp any more
            join_block(totals, of_warp);
            add_bucket(totals, (unsigned int)group.size - totals.counted, n_log_n);
            if (threadIdx.x == 0) write_totals(totals, form, out, first + g, pairs, weights);
        }
    }
}

#endif
