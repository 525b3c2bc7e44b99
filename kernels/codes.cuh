// Pattern codes as sums of letter rows, sixteen answers at a time.
//
// A row holds one byte per answer: what one letter, at the places where a guess has it, adds to one
// plane of the code (rows.cu). A plane carries five digits, 3^5 = 243 values, so a word of L letters
// needs PLANES = ceil(L / 5) bytes per answer, and code = plane 0 + 243 * plane 1 + 243^2 * plane 2 ...
// A guess has at most five letters in a plane, hence five slots that name its rows; slots left over
// stand last and name the zero row. Padding answers are zero in every row, so that their code is 0.
//
// Lengths differ in nothing but PLANES: four compiled variants serve words of 1 to 20 letters.
//   -DPLANES=1..4    bytes per code
//   -DGUESSES=n      neighbouring guesses that a block takes together (a batch)
#ifndef CODES_CUH
#define CODES_CUH
#include "device.cuh"

#define SLOTS 5
#define PLANE_CODES 243u

// The bytes of sixteen neighbouring answers in one row, or in one plane of their codes.
typedef uint4 Piece;
#define PIECE_ANSWERS 16

// No byte ever carries into the next one: a plane's digits sum to 242 at most.
__device__ __forceinline__ Piece plus(const Piece &a, const Piece &b)
{
    return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// Byte k of sixteen.
__device__ __forceinline__ unsigned int byte_at(const Piece &bytes, int k)
{
    const unsigned int words[4] = {bytes.x, bytes.y, bytes.z, bytes.w};
    return __byte_perm(words[k / 4], 0, 0x4440 | k % 4);
}

// The codes of sixteen neighbouring answers, a plane's bytes together.
struct Codes {
    Piece plane[PLANES];

    // Code k of the sixteen, times a factor, modulo 2^32. The compiler turns both into the constants
    // of one multiply-add for each plane.
    __device__ __forceinline__ unsigned int times(unsigned int factor, int k) const
    {
        unsigned int sum = 0;
#pragma unroll
        for (int p = 0; p < PLANES; ++p, factor *= PLANE_CODES) sum += factor * byte_at(plane[p], k);
        return sum;
    }
    __device__ __forceinline__ unsigned int operator[](int k) const { return times(1, k); }
};

#ifdef GUESSES
// The rows of a batch of guesses, in shared memory. Volatile where a kernel has no registers to keep them in.
struct Batch {
    unsigned int row[GUESSES][PLANES][SLOTS];
    int used[GUESSES][PLANES];   // slots that do not name the zero row, the first ones: for longer words
    int known[GUESSES][PLANES];  // leading slots that the guess before has too, of all but the last: for one plane
};

// Fill a batch with `count` guesses from pair `first` on; places left over repeat the last guess.
// slots: guesses x PLANES x SLOTS. pool: the guess of each pair, or null where pair i is guess i - origin.
// To be called by all threads; ends with a barrier. The caller sees to it that nobody reads the old batch.
template <class AnyBatch>
__device__ __forceinline__ void fill_batch(AnyBatch &batch, const int *__restrict__ slots, const int *__restrict__ pool,
                                           long long first, int count, long long origin, unsigned int zero_row)
{
    const auto slots_of = [=](int g, int p) {
        const long long pair = first + min(g, count - 1);
        return slots + ((pool ? pool[pair] : pair - origin) * PLANES + p) * SLOTS;
    };
    for (int i = threadIdx.x; i < GUESSES * PLANES; i += blockDim.x) {
        const int g = i / PLANES, p = i % PLANES;
        const int *const mine = slots_of(g, p), *const before = slots_of(max(g - 1, 0), p);
        int used = 0, known = 0;
#pragma unroll
        for (int s = 0; s < SLOTS; ++s) {
            batch.row[g][p][s] = mine[s];
            used += mine[s] != zero_row;
            known += g > 0 && s < SLOTS - 1 && known == s && mine[s] == before[s];
        }
        batch.used[g][p] = used;
        batch.known[g][p] = known;
    }
    __syncthreads();
}

// The codes of one piece of answers for the guesses of a batch, one after another.
//
// All rows are asked for before the first is added, because each takes hundreds of clocks to come; hence
// the cases that fall through.
struct Walk {
#if PLANES == 1
    Piece sum[SLOTS];  // sum[s]: of a guess's first s rows, s > 0
#endif

    // Codes for guess g of the batch; g = 0 first, then without gaps. `here`: the answers in row 0.
    template <class AnyBatch>
    __device__ __forceinline__ Codes codes(const AnyBatch &batch, int g, const unsigned char *__restrict__ here,
                                           unsigned int stride)
    {
        Codes codes;
#if PLANES == 1
        // Neighbours in a dictionary begin alike: of the leading rows that the guess before has too, the
        // sum is known, and only the slots after these are read.
        const auto &row = batch.row[g][0];
        const int known = GUESSES > 1 ? batch.known[g][0] : 0;
        Piece next[SLOTS];
        switch (known) {
        case 0: next[0] = piece(here, stride, row[0]);
        case 1: next[1] = piece(here, stride, row[1]);
        case 2: next[2] = piece(here, stride, row[2]);
        case 3: next[3] = piece(here, stride, row[3]);
        }
        next[4] = piece(here, stride, row[4]);
        switch (known) {
        case 0: sum[1] = next[0];
        case 1: sum[2] = plus(sum[1], next[1]);
        case 2: sum[3] = plus(sum[2], next[2]);
        case 3: sum[4] = plus(sum[3], next[3]);
        }
        codes.plane[0] = plus(sum[4], next[4]);
#else
        // Longer words have too many rows to keep their sums.
#pragma unroll
        for (int p = 0; p < PLANES; ++p) {
            const auto &row = batch.row[g][p];
            const int used = batch.used[g][p];
            Piece next[SLOTS] = {};
            switch (used) {
            case 5: next[4] = piece(here, stride, row[4]);
            case 4: next[3] = piece(here, stride, row[3]);
            case 3: next[2] = piece(here, stride, row[2]);
            case 2: next[1] = piece(here, stride, row[1]);
            case 1: next[0] = piece(here, stride, row[0]);
            }
            switch (used) {
            case 5: next[0] = plus(next[0], next[4]);
            case 4: next[0] = plus(next[0], next[3]);
            case 3: next[0] = plus(next[0], next[2]);
            case 2: next[0] = plus(next[0], next[1]);
            }
            codes.plane[p] = next[0];
        }
#endif
        return codes;
    }

private:
    static __device__ __forceinline__ Piece piece(const unsigned char *__restrict__ here, unsigned int stride,
                                                  unsigned int row)
    {
        return *(const Piece *)(here + (unsigned long long)row * stride);
    }
};
#endif

#endif
