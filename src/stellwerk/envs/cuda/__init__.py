"""Games on a graphics card: the kernels of the rules, compiled for CUDA.

Numba compiles the same sources to PTX (compile.py, in a process of its own, no card needed); CuPy
loads that and holds the memory, which PyTorch and JAX share without a copy.
"""
