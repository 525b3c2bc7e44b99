// Digit rows: the colour that each place of a letter row gets, two bits per answer.
//
// A letter row carries up to five digits of a code in a byte (rows.cu); here each has a row of its own.
// Digit d of letter row r, of weight 3^d, is digit row 5 r + d. Digits at places that the letter row does
// not have are never read, and not written.
//   -DLENGTH=1..20 (see digits.cuh)
#include "digits.cuh"

// A block does the digits of one letter row for blockDim.x * 16 neighbouring answers, a thread sixteen
// answers. Shared memory: none. Grid: (n_rows, ceil(stride / (16 * blockDim.x))).
//
//   rows         (n_rows + 1) x stride letter rows, the zero row last; stride is a multiple of 16
//   row_places, row_planes   of each row: its places (bit p for place p) and the plane whose digits it carries
//   digits       5 n_rows x stride / 16 words
extern "C" __global__ __launch_bounds__(256)
void digits_of_rows(const unsigned char *__restrict__ rows, unsigned int stride,
                    const unsigned int *__restrict__ row_places, const unsigned char *__restrict__ row_planes,
                    unsigned int *__restrict__ digits)
{
    const int row = blockIdx.x;
    const long long answer = PIECE_ANSWERS * ((long long)blockIdx.y * blockDim.x + threadIdx.x);
    if (answer >= stride) return;
    const Piece piece = *(const Piece *)(rows + (long long)row * stride + answer);
    const int lowest = LENGTH - 1 - DIGITS_PER_PLANE * row_planes[row];  // the place of digit 0
    unsigned int weight = 1;
    for (int d = 0; d < DIGITS_PER_PLANE && d <= lowest; ++d, weight *= 3) {
        if (!(row_places[row] >> (lowest - d) & 1)) continue;
        // Quotients of bytes below 243 by 1, 3, ... 81, and by 3 again: exact in sixteen bits.
        const unsigned int reciprocal = (1u << 16) / weight + 1;
        unsigned int word = 0;
#pragma unroll
        for (int k = 0; k < PIECE_ANSWERS; ++k) {
            const unsigned int shifted = byte_at(piece, k) * reciprocal >> 16;
            word |= (shifted - 3 * (shifted * 21846u >> 16)) << digit_bit(k);
        }
        digits[((long long)DIGITS_PER_PLANE * row + d) * (stride / PIECE_ANSWERS) + answer / PIECE_ANSWERS] = word;
    }
}
