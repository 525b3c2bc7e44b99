// Rows of rules other than Wordle's, from the table of what a letter's places in a guess and in an answer
// add to the code (gpuwordle/scoring/contributions.py). The kernels that add rows up know no rule.
#include "device.cuh"

#define TERMS_PER_PLANE 5  // terms of one weight
#define PLANE_CODES 243u   // as in codes.cuh

// A block makes the rows of one word, and the last block the zero row, for blockDim.x answers; a thread
// does one answer. Shared memory: none. Grid: (n_words + 1, ceil(stride / blockDim.x)).
//
//   table      bytes; a term adds table[base[term] + number[letter[term]][answer]]
//   base, letter   where each term begins in the table, and whose places in the answer it asks for
//   number     letters x n_answers: the number of each letter's set of places in each answer
//   terms      n_words x n_terms: the terms of each word
//   weight     weight of five terms over the five before them
//   planes     rows of a word: 1 if its sum fits a byte, otherwise a row for each digit of base 243
//   rows       (n_words * planes + 1) x stride; columns after the last answer are zero
extern "C" __global__ __launch_bounds__(256)
void rows_by_table(const unsigned char *__restrict__ table, const long long *__restrict__ base,
                   const int *__restrict__ letter, const unsigned int *__restrict__ number, int n_answers,
                   const int *__restrict__ terms, int n_words, int n_terms, unsigned int weight, int planes,
                   unsigned int stride, unsigned char *__restrict__ rows)
{
    const unsigned int answer = blockIdx.y * blockDim.x + threadIdx.x;
    const int word = blockIdx.x;
    if (answer >= stride) return;
    unsigned int code = 0, factor = 1;
    if (word < n_words && answer < n_answers)
        for (int i = 0; i < n_terms; ++i) {
            if (i && i % TERMS_PER_PLANE == 0) factor *= weight;
            const int term = terms[(long long)word * n_terms + i];
            code += factor * table[base[term] + number[(long long)letter[term] * n_answers + answer]];
        }
    unsigned char *const out = rows + (long long)word * planes * stride + answer;
    if (word == n_words || planes == 1) {
        *out = code;
        return;
    }
    for (int p = 0; p < planes; ++p, code /= PLANE_CODES) out[(long long)p * stride] = code % PLANE_CODES;
}
