// Small .mat files for the tests: version 5 byte by byte, version 7.3 through HDF5.
#pragma once

#include <hdf5.h>
#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

namespace cggibbs::test {

/// What both versions call a number's type: version 5's array class and element type, version 7.3's name and HDF5's type.
struct NumberType {
  std::uint32_t array_class;
  std::uint32_t element;
  const char* name;
  hid_t hdf5;
};

template <class T>
NumberType number_type() {
  if constexpr (std::is_same_v<T, double>) return {6, 9, "double", H5T_NATIVE_DOUBLE};
  if constexpr (std::is_same_v<T, float>) return {7, 7, "single", H5T_NATIVE_FLOAT};
  if constexpr (std::is_same_v<T, std::int8_t>) return {8, 1, "int8", H5T_NATIVE_INT8};
  if constexpr (std::is_same_v<T, std::uint8_t>) return {9, 2, "uint8", H5T_NATIVE_UINT8};
  if constexpr (std::is_same_v<T, std::int16_t>) return {10, 3, "int16", H5T_NATIVE_INT16};
  if constexpr (std::is_same_v<T, std::uint16_t>) return {11, 4, "uint16", H5T_NATIVE_UINT16};
  if constexpr (std::is_same_v<T, std::int32_t>) return {12, 5, "int32", H5T_NATIVE_INT32};
  if constexpr (std::is_same_v<T, std::uint32_t>) return {13, 6, "uint32", H5T_NATIVE_UINT32};
  if constexpr (std::is_same_v<T, std::int64_t>) return {14, 12, "int64", H5T_NATIVE_INT64};
  if constexpr (std::is_same_v<T, std::uint64_t>) return {15, 13, "uint64", H5T_NATIVE_UINT64};
}

/// The bytes of a version 5 file, in either byte order; its layout is the MAT-File Format document's.
class Mat5Bytes {
 public:
  explicit Mat5Bytes(bool big_endian = false, bool compressed = false)
      : big_(big_endian), compressed_(compressed) {
    bytes_ = std::string(124, ' ') + (big_ ? std::string("\x01\x00MI", 4) : std::string("\x00\x01IM", 4));
  }
  template <class T>
  std::string number(T v) const {
    std::string out(sizeof v, '\0');
    std::memcpy(out.data(), &v, sizeof v);
    return big_ ? std::string(out.rbegin(), out.rend()) : out;
  }
  std::string word(std::uint32_t v) const { return number(v); }
  std::string element(std::uint32_t type, const std::string& data) const {
    std::string out = word(type) + word(static_cast<std::uint32_t>(data.size())) + data;
    while (out.size() % 8 != 0) out += '\0';
    return out;
  }
  template <class T>
  std::string numbers(const std::vector<T>& values) const {
    std::string data;
    for (const T v : values) data += number(v);
    return element(number_type<T>().element, data);
  }
  /// flags is the array class with MATLAB's bits: 0x200 logical, 0x800 complex. The parts need not agree with it.
  Mat5Bytes& variable(const std::string& name, std::uint32_t flags, const std::vector<std::int32_t>& dims,
                      const std::string& parts) {
    const std::string whole =
        element(14, element(6, word(flags) + word(0)) + numbers(dims) + element(1, name) + parts);
    bytes_ += compressed_ ? squeezed(whole) : whole;
    return *this;
  }
  template <class T = double>
  Mat5Bytes& add(const std::string& name, const std::vector<std::int32_t>& dims, const std::vector<T>& values,
                 std::uint32_t bits = 0) {
    return variable(name, number_type<T>().array_class | bits, dims, numbers(values));
  }
  std::string squeezed(const std::string& content) const {
    std::string packed(compressBound(content.size()), '\0');
    uLongf size = packed.size();
    compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(content.data()),
             content.size());
    packed.resize(size);
    return word(15) + word(static_cast<std::uint32_t>(size)) + packed;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  bool big_;
  bool compressed_;
  std::string bytes_;
};

/// A version 7.3 file: datasets with their dimensions in reverse and an attribute MATLAB_class.
class Mat73File {
 public:
  Mat73File(const std::string& path, bool compressed) : compressed_(compressed) {
    const hid_t create = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(create, 512);
    file_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, create, H5P_DEFAULT);
    H5Pclose(create);
  }
  ~Mat73File() { H5Fclose(file_); }
  Mat73File(const Mat73File&) = delete;
  Mat73File& operator=(const Mat73File&) = delete;

  template <class T>
  void add(const std::string& name, const std::vector<std::int32_t>& dims, const std::vector<T>& values,
           const char* matlab_class = number_type<T>().name) {
    const hid_t set = dataset(file_, name, dims, number_type<T>().hdf5, values.data());
    attribute(set, "MATLAB_class", matlab_class);
    H5Dclose(set);
  }
  void add_complex(const std::string& name, const std::vector<std::int32_t>& dims,
                   const std::vector<double>& real_and_imaginary) {
    const hid_t type = H5Tcreate(H5T_COMPOUND, 16);
    H5Tinsert(type, "real", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "imag", 8, H5T_NATIVE_DOUBLE);
    const hid_t set = dataset(file_, name, dims, type, real_and_imaginary.data());
    attribute(set, "MATLAB_class", "double");
    H5Dclose(set);
    H5Tclose(type);
  }
  void add_struct(const std::string& name) { H5Gclose(group(name, "struct")); }
  void add_sparse(const std::string& name, std::uint64_t rows, const std::vector<std::uint64_t>& jc,
                  const std::vector<std::uint64_t>& ir, const std::vector<double>& values) {
    const hid_t at = group(name, "double");
    const hid_t scalar = H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, "MATLAB_sparse", H5T_NATIVE_UINT64, scalar, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(a, H5T_NATIVE_UINT64, &rows);
    H5Aclose(a);
    H5Sclose(scalar);
    const auto length = [](const auto& v) {
      return std::vector<std::int32_t>{static_cast<std::int32_t>(v.size())};
    };
    H5Dclose(dataset(at, "data", length(values), H5T_NATIVE_DOUBLE, values.data()));
    H5Dclose(dataset(at, "ir", length(ir), H5T_NATIVE_UINT64, ir.data()));
    H5Dclose(dataset(at, "jc", length(jc), H5T_NATIVE_UINT64, jc.data()));
    H5Gclose(at);
  }

 private:
  hid_t group(const std::string& name, const char* matlab_class) {
    const hid_t at = H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    attribute(at, "MATLAB_class", matlab_class);
    return at;
  }
  static void attribute(hid_t object, const char* name, const char* text) {
    const hid_t type = H5Tcopy(H5T_C_S1), scalar = H5Screate(H5S_SCALAR);
    H5Tset_size(type, std::strlen(text));
    const hid_t a = H5Acreate2(object, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(a, type, text);
    H5Aclose(a);
    H5Sclose(scalar);
    H5Tclose(type);
  }
  hid_t dataset(hid_t at, const std::string& name, const std::vector<std::int32_t>& dims, hid_t type,
                const void* data) const {
    std::vector<hsize_t> reversed(dims.rbegin(), dims.rend());
    hsize_t count = 1;
    for (const hsize_t d : reversed) count *= d;
    const hid_t space = H5Screate_simple(static_cast<int>(reversed.size()), reversed.data(), nullptr);
    const hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    if (compressed_ && count > 0) {
      H5Pset_chunk(create, static_cast<int>(reversed.size()), reversed.data());
      H5Pset_deflate(create, 6);
    }
    const hid_t set = H5Dcreate2(at, name.c_str(), type, space, H5P_DEFAULT, create, H5P_DEFAULT);
    if (count > 0) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
    H5Pclose(create);
    H5Sclose(space);
    return set;
  }

  bool compressed_;
  hid_t file_ = -1;
};

}  // namespace cggibbs::test
