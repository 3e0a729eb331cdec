# SPDX-License-Identifier: Apache-2.0
"""An executor for Ray, and an initializer that ends worker processes with their driver.

Threads, processes, Dask (``Client.get_executor()``) and MPI (``mpi4py.futures``) already provide
executors of :mod:`concurrent.futures`; Ray does not.

>>> from chemix.executors import RayExecutor
>>> from chemix.study import Study
>>> with RayExecutor() as executor:
...     result = Study(chemix.load("chemuno"), "random", games=100, seed=7).run(executor)
>>> result.is_complete
True
"""

from chemix.lab.executors import RayExecutor, end_with_driver

__all__ = ["RayExecutor", "end_with_driver"]
