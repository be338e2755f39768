// Whether an HDF5 file stores as many bytes of a dataset as its dimensions claim.
#pragma once

#include <hdf5.h>

#include <string>

namespace cggibbs {

[[noreturn]] void fail_damaged(const std::string& name);

/// Throws unless it does. HDF5 1.10 reads beyond its buffers when a chunk inflates to fewer bytes than a chunk has, is
/// marked as not compressed, or when data within an object's header are shorter than their dimensions. Every chunk is
/// inflated once here; name is for messages.
void require_stored(hid_t dataset, double number_of_values, double file_bytes, const std::string& name);

}  // namespace cggibbs
