// Keys of pairs of guesses that are both played whatever the clues, on all answers; words of up to ten
// letters. The two patterns of a pair put an answer into a cell of a table in shared memory: a row for
// each bucket of the first guess, a column for each of its partner's.
//
// Of 3^L patterns a guess has few, so codes are replaced by the numbers of its buckets first: the
// table of a pair then fits. Most of its cells stay empty all the same, so it is never read through:
// what an answer adds to the key follows from how many its cell held before.
//
//   -DPLANES=1 or 2: one byte a code, or two
#include "device.cuh"

#if PLANES == 1
typedef unsigned char Code;
#else
typedef unsigned short Code;
#endif
#define PIECE_CODES (16 / (int)sizeof(Code))  // that a thread loads at once
#define CODES_PER_WORD (4 / (int)sizeof(Code))
#define COUNTER_MASK 0xffffu                  // counters have 16 bits, two to a word
#define NOT_COUNTED 0xffffffffu               // plus one it is 0, which raises no largest bucket

// Code k of a piece.
__device__ __forceinline__ unsigned int code_at(const uint4 &piece, int k)
{
    const unsigned int words[4] = {piece.x, piece.y, piece.z, piece.w};
    return words[k / CODES_PER_WORD] >> 8 * (int)sizeof(Code) * (k % CODES_PER_WORD)
         & (1u << 8 * (int)sizeof(Code)) - 1;
}

// Replace each code of a guess by the number of codes of that guess that are smaller: 0, 1, 2 ...
//
// A block does one guess; its threads share the answers. Shared memory: 8 * words bytes by the launch.
// Grid: guesses.
//
//   codes       guesses x stride; the first `answers` of each row
//   words       of a bit for each code: ceil(3^L / 32)
extern "C" __global__ __launch_bounds__(256)
void number_buckets(Code *__restrict__ codes, long long stride, int answers, int words)
{
    DYNAMIC_SHARED(unsigned int, seen);           // a bit for each code that occurs
    unsigned int *const before = seen + words;    // codes that occur, of the words before
    Code *const mine = codes + blockIdx.x * stride;
    for (int i = threadIdx.x; i < words; i += blockDim.x) seen[i] = 0;
    __syncthreads();
    for (int answer = threadIdx.x; answer < answers; answer += blockDim.x) {
        const unsigned int code = mine[answer], bit = 1u << code % 32;
        if (!(PEEK(seen + code / 32) & bit)) atomicOr(seen + code / 32, bit);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned int sum = 0;
        for (int i = 0; i < words; ++i) {
            before[i] = sum;
            sum += __popc(seen[i]);
        }
    }
    __syncthreads();
    for (int answer = threadIdx.x; answer < answers; answer += blockDim.x) {
        const unsigned int code = mine[answer];
        mine[answer] = (Code)(before[code / 32] + __popc(seen[code / 32] & (1u << code % 32) - 1));
    }
}

// What some answers add to the key of a pair: the sum over their cells, and the largest cell they saw.
struct Share {
    long long sum;
    unsigned int largest;
};

// Join the shares of the lanes of a warp; every lane gets the result.
__device__ __forceinline__ void join_lanes(Share &share)
{
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2) {
        share.sum += __shfl_xor_sync(ALL_LANES, share.sum, step);
        share.largest = max(share.largest, __shfl_xor_sync(ALL_LANES, share.largest, step));
    }
}

// A block keeps a first guess and takes the partners that fall to it one after another; its threads share
// the answers, and then the words of the table, which they clear for the next. A table that has no room
// for all buckets of the first guess takes some of them at a time.
// Shared memory: 2 * cells bytes by the launch, cells a multiple of eight and not fewer than any partner
// has buckets; 512 bytes beside them. Grid: (first guesses, blocks that share a first guess's partners);
// whole warps.
//
//   firsts, partners   guesses x stride numbers of buckets (number_buckets); stride is a multiple of 16
//   answers     below 65,536, so that counters of 16 bits hold any bucket
//   first_buckets, partner_buckets   of each guess
//   ranges      of each first guess: its partners, from ... to - 1
//   marginal    what a cell's n-th answer adds to the key, n = 0 for the first one
//   largest_weight     of the largest bucket in the key
//   bar         the largest key that is kept
//   found       how many keys were kept, also of those for which there was no room
//   kept_keys, kept_pairs   room for `capacity` of them: keys, and the places of both guesses
extern "C" __global__ __launch_bounds__(1024, 1)
void score_joint(const Code *__restrict__ firsts, const Code *__restrict__ partners, long long stride, int answers,
                 const int *__restrict__ first_buckets, const int *__restrict__ partner_buckets,
                 const int *__restrict__ ranges, const long long *__restrict__ marginal, long long largest_weight,
                 long long bar, unsigned int cells, unsigned int *__restrict__ found, unsigned int capacity,
                 long long *__restrict__ kept_keys, int *__restrict__ kept_pairs)
{
    DYNAMIC_SHARED(uint4, quads);
    __shared__ Share of_warp[MAXIMUM_WARPS];
    unsigned int *const counters = (unsigned int *)quads;
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    const int first = blockIdx.x;
    const unsigned int rows = first_buckets[first];
    const Code *const own = firsts + first * stride;
    for (int i = threadIdx.x; i < cells / 8; i += blockDim.x) quads[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();

    for (int partner = ranges[2 * first] + blockIdx.y; partner < ranges[2 * first + 1]; partner += gridDim.y) {
        const Code *const other = partners + partner * stride;
        const unsigned int width = partner_buckets[partner], height = min(cells / width, rows);
        Share share = {0, 0};
        for (unsigned int from = 0; from < rows; from += height) {
            for (int answer = PIECE_CODES * threadIdx.x; answer < answers; answer += PIECE_CODES * blockDim.x) {
                const uint4 mine = *(const uint4 *)(own + answer), theirs = *(const uint4 *)(other + answer);
                unsigned int before[PIECE_CODES];  // all are asked for before the first is looked at
#pragma unroll
                for (int k = 0; k < PIECE_CODES; ++k) {
                    const unsigned int row = code_at(mine, k) - from;
                    before[k] = NOT_COUNTED;
                    if (answer + k < answers && row < height) {
                        const unsigned int cell = row * width + code_at(theirs, k), shift = 16 * (cell % 2);
                        before[k] = atomicAdd(counters + cell / 2, 1u << shift) >> shift & COUNTER_MASK;
                    }
                }
#pragma unroll
                for (int k = 0; k < PIECE_CODES; ++k) {
                    if (before[k] != NOT_COUNTED) share.sum += marginal[before[k]];
                    share.largest = max(share.largest, before[k] + 1);
                }
            }
            const bool last = from + height >= rows;  // the same for every thread
            if (last) {
                join_lanes(share);
                if (lane == 0) of_warp[warp] = share;
            }
            __syncthreads();
            for (unsigned int i = threadIdx.x; i < (height * width + 7) / 8; i += blockDim.x)
                quads[i] = make_uint4(0, 0, 0, 0);
            if (last && warp == 0) {
                share = lane < warps ? of_warp[lane] : Share{0, 0};
                join_lanes(share);
                const long long key = share.sum + largest_weight * (long long)share.largest;
                if (lane == 0 && key <= bar) {
                    const unsigned int at = atomicAdd(found, 1u);
                    if (at < capacity) {
                        kept_keys[at] = key;
                        kept_pairs[2 * at] = first;
                        kept_pairs[2 * at + 1] = partner;
                    }
                }
            }
            __syncthreads();
        }
    }
}
