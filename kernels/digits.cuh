// Pattern codes from digit rows, sixteen answers at a time.
//
// A digit row holds the colour that one place of a guess gets, two bits per answer (digit_rows.cu), so
// that sixteen answers are one word. A word of LENGTH letters has LENGTH digit rows: a fourth of the
// bytes of its letter rows where every place has a letter of its own. The digits of all sixteen answers
// are put together at once: two digits fit four bits (3 * 2 + 2 = 8), four digits fit eight (9 * 8 + 8 =
// 80), and so do five (242), which are the bytes of a plane as codes.cuh has them.
//   -DLENGTH=1..20   letters of a word
#ifndef DIGITS_CUH
#define DIGITS_CUH
#define PLANES ((LENGTH + 4) / 5)
#include "codes.cuh"

#define DIGITS_PER_PLANE 5
#define EVEN_FIELDS 0x33333333u
#define LOW_NIBBLES 0x0f0f0f0fu
#define LOW_PAIRS 0x03030303u

// Where answer k of sixteen stands in a word of digits: the bit of the lower half of its two. Answers
// 4 w ... 4 w + 3 then come out as the bytes of word w of a plane.
__device__ __forceinline__ int digit_bit(int k) { return 2 * (4 * (k % 4) + k / 4); }

// Two digits of sixteen answers, four bits each: of the answers in even fields, and of those in odd ones.
struct TwoDigits {
    unsigned int even, odd;

    __device__ __forceinline__ TwoDigits(unsigned int first, unsigned int second)
        : even(3 * (first & EVEN_FIELDS) + (second & EVEN_FIELDS)),
          odd(3 * (first >> 2 & EVEN_FIELDS) + (second >> 2 & EVEN_FIELDS))
    {
    }

    // Those of four answers, a byte each.
    __device__ __forceinline__ unsigned int word(int w) const
    {
        return (w % 2 ? odd : even) >> (w < 2 ? 0 : 4) & LOW_NIBBLES;
    }
};

// One digit of four answers, a byte each.
__device__ __forceinline__ unsigned int digit_word(unsigned int digits, int w) { return digits >> 2 * w & LOW_PAIRS; }

// The bytes of a plane from its COUNT digits, the most significant one first.
template <int COUNT> __device__ __forceinline__ Piece plane_of(const unsigned int *digits)
{
    unsigned int word[4];
#pragma unroll
    for (int w = 0; w < 4; ++w) {
        word[w] = 0;
#pragma unroll
        for (int i = 0; i < COUNT / 2; ++i)
            word[w] = 9 * word[w] + TwoDigits(digits[2 * i], digits[2 * i + 1]).word(w);
        if (COUNT % 2) word[w] = 3 * word[w] + digit_word(digits[COUNT - 1], w);
    }
    return make_uint4(word[0], word[1], word[2], word[3]);
}

// The codes of sixteen answers from the digits of all places, the first place first.
__device__ __forceinline__ Codes codes_of(const unsigned int (&digits)[LENGTH])
{
    Codes codes;
#pragma unroll
    for (int p = 0; p + 1 < PLANES; ++p)
        codes.plane[p] = plane_of<DIGITS_PER_PLANE>(digits + LENGTH - DIGITS_PER_PLANE * (p + 1));
    codes.plane[PLANES - 1] = plane_of<LENGTH - DIGITS_PER_PLANE * (PLANES - 1)>(digits);
    return codes;
}

// The digit rows of a guess, in shared memory.
struct DigitRows {
    unsigned int of_place[LENGTH];
};

// Find the digit rows of a guess. slots, zero_row: as in codes.cuh. row_places: the places of each letter row,
// bit p for place p. To be called by all threads; ends with a barrier. The caller sees to it that nobody reads
// the old rows.
__device__ __forceinline__ void find_rows(DigitRows &rows, const int *__restrict__ slots,
                                          const unsigned int *__restrict__ row_places, long long guess,
                                          unsigned int zero_row)
{
    for (int p = threadIdx.x; p < PLANES; p += blockDim.x) {
        const int last = LENGTH - DIGITS_PER_PLANE * p, begin = max(last - DIGITS_PER_PLANE, 0);
        const int *const mine = slots + (guess * PLANES + p) * SLOTS;
#pragma unroll
        for (int s = 0; s < SLOTS; ++s) {
            const unsigned int row = mine[s];
            if (row == zero_row) break;
            for (int place = begin; place < last; ++place)
                if (row_places[row] >> place & 1) rows.of_place[place] = DIGITS_PER_PLANE * row + last - 1 - place;
        }
    }
    __syncthreads();
}

#endif
