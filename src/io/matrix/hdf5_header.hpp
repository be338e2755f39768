// Whether the header of an HDF5 object is one that HDF5 can open.
#pragma once

#include <hdf5.h>

#include <string>

namespace cggibbs {

/// Throws unless the member of parent is an object of this file whose header (HDF5 file format, IV.A.1.a) gives its chunks
/// two dimensions or more, none of length zero, and holds its attributes: HDF5 1.10 divides by zero or reads beyond the header
/// on opening one that does not. Headers of
/// the second kind have checksums, which the library verifies. path is the file's; name is for messages.
void require_sound_header(hid_t parent, const std::string& member, const std::string& path,
                          const std::string& name);

}  // namespace cggibbs
