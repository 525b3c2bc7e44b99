// Guesses that may have the smallest sums of c Lg c on all answers, c being the sizes of their buckets.
//
// A code is the sum of its letter rows, so it tells no more than all of them do: H(code) <= sum of H(row).
// Entropies are counted as everywhere here, times the number of answers and in whole units, so that every
// machine agrees.
#include "totals.cuh"

#define SLOTS 5
#define BYTES 256
#define PIECE 16  // bytes that a thread reads at once

// The entropy of each row, times the answers: n Lg n less the sum of c Lg c over the counts of its bytes.
//
// A block does one row; its threads share the pieces, and then the counters. Most letters stand in few words,
// so zeros are not counted: they are what is left of the answers. Increments are by one, because that is what the
// hardware merges. Shared memory: 2 KB. Grid: n_rows; whole warps.
//
//   rows        n_rows x stride, a multiple of PIECE; padding answers are zero
//   n_log_n     n * Lg[n] for n = 0 ... n_answers
//   entropies   n_rows
extern "C" __global__ __launch_bounds__(256)
void row_entropies(const unsigned char *__restrict__ rows, unsigned int stride, int n_answers,
                   const unsigned long long *__restrict__ n_log_n, unsigned long long *__restrict__ entropies)
{
    __shared__ unsigned int counts[BYTES];
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    for (int i = threadIdx.x; i < BYTES; i += blockDim.x) counts[i] = 0;
    __syncthreads();

    const unsigned char *const row = rows + (unsigned long long)blockIdx.x * stride;
    for (unsigned int at = PIECE * threadIdx.x; at < stride; at += PIECE * blockDim.x) {
        const uint4 piece = *(const uint4 *)(row + at);
        const unsigned int words[4] = {piece.x, piece.y, piece.z, piece.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
            for (unsigned int left = words[w]; left; left >>= 8)
                if (left & 255) atomicAdd(counts + (left & 255), 1u);
    }
    __syncthreads();

    Totals totals = {0, 0, 0, 0, 0};
    for (int i = 1 + threadIdx.x; i < BYTES; i += blockDim.x) add_bucket(totals, counts[i], n_log_n);
    join_block(totals, of_warp);
    if (threadIdx.x == 0)
        entropies[blockIdx.x] = n_log_n[n_answers] - n_log_n[n_answers - totals.counted] - totals.logs;
}

// Lower bounds of the sums of guesses: n Lg n less the entropies of their rows.
//
// A thread does one guess. Shared memory: none. Grid: ceil(n_guesses / blockDim.x).
//
//   slots       guesses x planes x SLOTS, the rows of each guess
//   pool        the guesses, or null: all guesses in their order
//   n_log_n     n * Lg[n] for n = 0 ... n_answers
//   slack       what rounded logarithms may add up to, for each answer
//   least       n_guesses
extern "C" __global__ __launch_bounds__(256)
void bound_logs(const int *__restrict__ slots, const int *__restrict__ pool, int n_guesses, int planes,
                const unsigned long long *__restrict__ entropies, const unsigned long long *__restrict__ n_log_n,
                int n_answers, int slack, long long *__restrict__ least)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n_guesses) return;
    const int *const mine = slots + (long long)(pool ? pool[column] : column) * planes * SLOTS;
    long long bound = n_log_n[n_answers] - (long long)n_answers * slack;
    for (int slot = 0; slot < planes * SLOTS; ++slot) bound -= entropies[mine[slot]];
    least[column] = bound;
}

// The guesses whose bounds are at most the `top`-th smallest sum of the pilots, in any order.
//
// A thread does one guess; every block finds that sum for itself. Shared memory: 8 bytes.
// Grid: ceil(n_guesses / blockDim.x).
//
//   least       n_guesses, of bound_logs
//   pool        as in bound_logs
//   pilots      n_pilots sums on all answers; n_pilots is at least `top`, and at most blockDim.x
//   survivors   room for n_guesses
//   segment     its `last` is 0 and becomes the number of survivors
extern "C" __global__ __launch_bounds__(256)
void choose_survivors(const long long *__restrict__ least, const int *__restrict__ pool, int n_guesses,
                      const long long *__restrict__ pilots, int n_pilots, int top, int *__restrict__ survivors,
                      Segment *__restrict__ segment)
{
    __shared__ long long bar;
    if (threadIdx.x < n_pilots) {
        const long long mine = pilots[threadIdx.x];
        int before = 0;
        for (int i = 0; i < n_pilots; ++i) before += pilots[i] < mine || (pilots[i] == mine && i < threadIdx.x);
        if (before == top - 1) bar = mine;
    }
    __syncthreads();
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n_guesses || least[column] > bar) return;
    survivors[atomicAdd((unsigned long long *)&segment->last, 1ull)] = pool ? pool[column] : column;
}
