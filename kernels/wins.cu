// What a player is told of a win, under a rule that gives an anagram of the answer the code of the answer.
#include "device.cuh"

// A thread looks at one game after a turn (games.cu); a block looks at blockDim.x games. Shared memory: none.
// Grid: ceil(n_games / blockDim.x).
//
//   rewards   bits of 1.0 for a game that has just been won, otherwise 0
//   turns     per game
//   win       the code of a win
//   codes     n_games x allowed; the last one of a game that has just been won becomes `win`
extern "C" __global__ __launch_bounds__(256)
void tell_wins(const long long *__restrict__ rewards, const long long *__restrict__ turns, unsigned int win,
               int n_games, int allowed, unsigned int *__restrict__ codes)
{
    const int game = blockIdx.x * blockDim.x + threadIdx.x;
    if (game >= n_games || !rewards[game]) return;
    codes[(long long)game * allowed + turns[game] - 1] = win;
}
