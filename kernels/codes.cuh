// Pattern codes as sums of letter rows, up to sixteen answers at a time.
//
// A row holds one byte per answer: what one letter, at the places where a guess has it, adds to one
// plane of the code (rows.cu). A plane carries five digits, 3^5 = 243 values, so a word of L letters
// needs PLANES = ceil(L / 5) bytes per answer, and code = plane 0 + 243 * plane 1 + 243^2 * plane 2 ...
// A guess has at most five letters in a plane, hence five slots that name its rows; slots left over
// name the zero row. Padding answers are zero in every row, so that their code is 0.
//
// Lengths differ in nothing but PLANES: four compiled variants serve words of 1 to 20 letters.
//   -DPLANES=1..4    bytes per code
//   -DGUESSES=n      neighbouring guesses that a block takes together (a batch)
#ifndef CODES_CUH
#define CODES_CUH
#include "device.cuh"

#define SLOTS 5
#define PLANE_CODES 243

// A Piece is one plane's bytes for as many neighbouring answers as 16 bytes of codes have room for:
// sixteen 8-bit codes, eight of 16 bits or four of 32 bits.
#if PLANES == 1
typedef uint4 Piece;
typedef unsigned char Code;
#elif PLANES == 2
typedef uint2 Piece;
typedef unsigned short Code;
#else
typedef unsigned int Piece;
typedef unsigned int Code;
#endif
#define PIECE_ANSWERS ((int)sizeof(Piece))

// No byte ever carries into the next one: a plane's digits sum to 242 at most.
__device__ __forceinline__ void add(unsigned int &sum, unsigned int row) { sum += row; }
__device__ __forceinline__ void add(uint2 &sum, uint2 row) { sum.x += row.x; sum.y += row.y; }
__device__ __forceinline__ void add(uint4 &sum, uint4 row)
{
    sum.x += row.x; sum.y += row.y; sum.z += row.z; sum.w += row.w;
}

// Join the planes of neighbouring answers to codes, as they lie in memory.
#if PLANES == 1
__device__ __forceinline__ uint4 join_planes(const Piece (&plane)[PLANES]) { return plane[0]; }
#elif PLANES == 2
// Bytes 0 and 1 (`low`), or 2 and 3, of both planes to two 16-bit codes in one multiply-add: the
// halves cannot meet, for 242 + 243 * 242 < 2^16.
__device__ __forceinline__ unsigned int two_codes(unsigned int last, unsigned int first, bool low)
{
    const unsigned int spread = low ? 0x4140 : 0x4342;
    return __byte_perm(last, 0, spread) + PLANE_CODES * __byte_perm(first, 0, spread);
}
__device__ __forceinline__ uint4 join_planes(const Piece (&plane)[PLANES])
{
    return make_uint4(two_codes(plane[0].x, plane[1].x, true), two_codes(plane[0].x, plane[1].x, false),
                      two_codes(plane[0].y, plane[1].y, true), two_codes(plane[0].y, plane[1].y, false));
}
#else
__device__ __forceinline__ unsigned int one_code(const Piece (&plane)[PLANES], int answer)
{
    unsigned int code = 0;
#pragma unroll
    for (int p = PLANES - 1; p >= 0; --p) code = code * PLANE_CODES + (plane[p] >> 8 * answer & 255);
    return code;
}
__device__ __forceinline__ uint4 join_planes(const Piece (&plane)[PLANES])
{
    return make_uint4(one_code(plane, 0), one_code(plane, 1), one_code(plane, 2), one_code(plane, 3));
}
#endif

// Code k of the 16 bytes that join_planes() gives.
__device__ __forceinline__ unsigned int code_at(const uint4 &codes, int k)
{
    const unsigned int words[4] = {codes.x, codes.y, codes.z, codes.w};
    return words[k * (int)sizeof(Code) / 4] >> 8 * (k * (int)sizeof(Code) % 4) & (Code)~0u;
}

#ifdef GUESSES
// The rows of a batch of guesses, in shared memory. Neighbours in a dictionary begin alike, so a guess
// shares its leading slots with the guess before it, and the sums of those rows need no second reading.
struct Batch {
    unsigned int row[GUESSES][PLANES][SLOTS];
    unsigned int shared_slots[GUESSES][PLANES];
};

// Fill a batch with `count` guesses from pair `first` on; places left over repeat the last guess.
// slots: guesses x PLANES x SLOTS. pool: the guess of each pair, or null where pair i is guess i - origin.
// To be called by all threads; ends with a barrier. The caller sees to it that nobody reads the old batch.
__device__ __forceinline__ void fill_batch(Batch &batch, const int *__restrict__ slots, const int *__restrict__ pool,
                                           long long first, int count, long long origin)
{
    for (int i = threadIdx.x; i < GUESSES * PLANES * SLOTS; i += blockDim.x) {
        const long long pair = first + min(i / (PLANES * SLOTS), count - 1);
        const long long guess = pool ? pool[pair] : pair - origin;
        (&batch.row[0][0][0])[i] = slots[guess * (PLANES * SLOTS) + i % (PLANES * SLOTS)];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < GUESSES * PLANES; i += blockDim.x) {
        const int g = i / PLANES, p = i % PLANES;
        int same = 0;
        if (g > 0)
            while (same < SLOTS && batch.row[g][p][same] == batch.row[g - 1][p][same]) ++same;
        batch.shared_slots[g][p] = same;
    }
    __syncthreads();
}

// The codes of one Piece of answers for the guesses of a batch, one after another. after[p][s] is the
// sum of a guess's first s rows in plane p; it outlives the guess.
struct Walk {
    Piece after[PLANES][SLOTS + 1];

    __device__ __forceinline__ Walk()
    {
#pragma unroll
        for (int p = 0; p < PLANES; ++p) after[p][0] = Piece{};
    }

    // Codes for guess g of the batch; g = 0 first, then without gaps. `here`: the answers in row 0.
    __device__ __forceinline__ uint4 codes(const Batch &batch, int g, const unsigned char *__restrict__ here,
                                           unsigned int stride, unsigned int zero_row)
    {
        Piece sum[PLANES];
#pragma unroll
        for (int p = 0; p < PLANES; ++p) {
            const int shared_slots = GUESSES == 1 ? 0 : batch.shared_slots[g][p];
#pragma unroll
            for (int s = 0; s < SLOTS; ++s)
                if (s >= shared_slots) {
                    const unsigned int row = batch.row[g][p][s];
                    after[p][s + 1] = after[p][s];
                    if (row != zero_row)
                        add(after[p][s + 1], *(const Piece *)(here + (unsigned long long)row * stride));
                }
            sum[p] = after[p][SLOTS];
        }
        return join_planes(sum);
    }
};
#endif

#endif
