// What every kernel file here relies on.
//
// The files include nothing but each other, use integers only, name the lanes of every warp function,
// and are joined into one source text before they are compiled. tests/cuda_on_cpu compiles the same
// text with g++ and brings its own DYNAMIC_SHARED, PEEK and PEEK64.
#ifndef DEVICE_CUH
#define DEVICE_CUH

// Shared memory whose size the launch gives.
#ifndef DYNAMIC_SHARED
#define DYNAMIC_SHARED(type, name) extern __shared__ type name[]
#endif

// A read of one or two words that may meet an atomic on them: it has to be made, and made once.
#ifndef PEEK
#define PEEK(address) (*(const volatile unsigned int *)(address))
#define PEEK64(address) (*(const volatile unsigned long long *)(address))
#endif

#define WARP 32
#define ALL_LANES 0xffffffffu
#define MAXIMUM_WARPS 32

#endif
