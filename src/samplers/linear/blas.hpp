// OpenBLAS, loaded when it is first needed.
#pragma once

#include <cblas.h>

#include <complex>

// The prototypes of LAPACK come from Eigen: OpenBLAS has the routines, and no header that declares them.
#define lapack_complex_float std::complex<float>
#define lapack_complex_double std::complex<double>
#include <Eigen/src/misc/lapacke.h>

namespace cggibbs {

/// Loading takes 40 MB of address space (and more for each of its threads), and each call at the same time 128 MB. Where a limit
/// forbids that, OpenBLAS waits for ever: in its start, if a program is linked to it, before main(). So no program is.
struct BlasTable {
  decltype(&cblas_dsyrk) dsyrk;
  decltype(&cblas_dgemm) dgemm;
  decltype(&cblas_dgemv) dgemv;
  decltype(&cblas_dtrmv) dtrmv;
  decltype(&cblas_dtrsv) dtrsv;
  decltype(&LAPACK_dsyevd) dsyevd;
  decltype(&LAPACK_dgeqrf) dgeqrf;
  decltype(&LAPACK_dorgqr) dorgqr;
  decltype(&LAPACK_dgeqp3) dgeqp3;
  decltype(&LAPACK_dtrtri) dtrtri;
  decltype(&LAPACK_dpstrf) dpstrf;
  decltype(&LAPACK_dpotrf) dpotrf;
  decltype(&openblas_get_num_threads) get_num_threads;
  decltype(&openblas_set_num_threads) set_num_threads;
};

/// For one call, as in blas()->dgemm(...): where address space is limited, calls wait until one of the buffers that fit is free.
class BlasCall {
 public:
  explicit BlasCall(const BlasTable& table);
  ~BlasCall();
  BlasCall(const BlasCall&) = delete;
  BlasCall& operator=(const BlasCall&) = delete;
  const BlasTable* operator->() const { return &table_; }

 private:
  const BlasTable& table_;
};

/// Throws Error when OpenBLAS is not there, or address space (`ulimit -v`) does not suffice.
BlasCall blas();

}  // namespace cggibbs
