// Storage sizes of HDF5 datasets, counted rather than believed.
#include "io/matrix/hdf5_storage.hpp"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <vector>

#include "io/file/message.hpp"
#include "io/matrix/hdf5_handle.hpp"

namespace cggibbs {
namespace {

/// How many bytes the deflated ones become, up to one more than limit; 0 when they are no deflate stream.
double inflated_size(const std::vector<unsigned char>& packed, double limit) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return 0;
  stream.next_in =
      const_cast<unsigned char*>(packed.data());  // zlib takes no const, and writes nothing there
  stream.avail_in = static_cast<uInt>(packed.size());
  std::vector<unsigned char> page(1 << 16);
  double total = 0;
  int status = Z_OK;
  while (status == Z_OK && total <= limit) {
    stream.next_out = page.data();
    stream.avail_out = static_cast<uInt>(page.size());
    status = inflate(&stream, Z_NO_FLUSH);
    total += static_cast<double>(page.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END ? total : 0;
}

/// Whether chunks are deflated; no filter at all and MATLAB's (deflate, with or without shuffle) are known.
bool deflated(hid_t create, const std::string& name) {
  const int filters = H5Pget_nfilters(create);
  for (int k = 0; k < filters; ++k) {
    unsigned flags = 0, config = 0;
    std::size_t values = 0;
    const H5Z_filter_t id =
        H5Pget_filter2(create, static_cast<unsigned>(k), &flags, &values, nullptr, 0, nullptr, &config);
    const bool last = k + 1 == filters;
    if (last ? id != H5Z_FILTER_DEFLATE : id != H5Z_FILTER_SHUFFLE)
      fail_in(name, "is compressed by another method than deflate. Save it again with -v7.3 or -v7.");
  }
  if (filters < 0) fail_damaged(name);
  return filters > 0;
}

void require_chunks(hid_t dataset, hid_t create, double value_bytes, double file_bytes,
                    const std::string& name) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  std::array<hsize_t, H5S_MAX_RANK> dims{}, offset{};
  const int rank = H5Pget_chunk(create, H5S_MAX_RANK, dims.data());
  if (!space || rank < 1 || rank != H5Sget_simple_extent_ndims(space)) fail_damaged(name);
  double chunk_bytes = value_bytes;
  for (int k = 0; k < rank; ++k) chunk_bytes *= static_cast<double>(dims[static_cast<std::size_t>(k)]);
  const bool packed = deflated(create, name);
  hsize_t chunks = 0;
  if (H5Dget_num_chunks(dataset, space, &chunks) < 0) fail_damaged(name);
  std::vector<unsigned char> bytes;
  for (hsize_t k = 0; k < chunks; ++k) {
    unsigned skipped_filters = 0;
    haddr_t address = 0;
    hsize_t size = 0;
    if (H5Dget_chunk_info(dataset, space, k, offset.data(), &skipped_filters, &address, &size) < 0 ||
        skipped_filters != 0 || static_cast<double>(size) > file_bytes || size > UINT32_MAX)
      fail_damaged(name);
    if (packed) {
      bytes.resize(size);
      if (H5Dread_chunk(dataset, H5P_DEFAULT, offset.data(), &skipped_filters, bytes.data()) < 0)
        fail_damaged(name);
    }
    if ((packed ? inflated_size(bytes, chunk_bytes) : static_cast<double>(size)) != chunk_bytes)
      fail_damaged(name);
  }
}

}  // namespace

void fail_damaged(const std::string& name) {
  fail_in(name, "cannot be read. The file is damaged: fetch or save it again.");
}

void require_stored(hid_t dataset, double number_of_values, double file_bytes, const std::string& name) {
  const Hdf5Handle create(H5Dget_create_plist(dataset), H5Pclose);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  if (!create || !type) fail_damaged(name);
  const auto value_bytes = static_cast<double>(H5Tget_size(type));
  const H5D_layout_t layout = H5Pget_layout(create);
  if (layout == H5D_CHUNKED) return require_chunks(dataset, create, value_bytes, file_bytes, name);
  if ((layout != H5D_COMPACT && layout != H5D_CONTIGUOUS) || H5Pget_external_count(create) != 0 ||
      static_cast<double>(H5Dget_storage_size(dataset)) < number_of_values * value_bytes)
    fail_damaged(name);
}

}  // namespace cggibbs
