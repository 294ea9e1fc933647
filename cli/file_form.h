#pragma once

#include <string>
#include <string_view>

// A file's name determines its format.
namespace gnac::cli {

/// How a table or a list is written under a name.
struct FileForm {
  std::string ending;     ///< ".csv" of "a/b.csv.gz"
  char separator = '\0';  ///< of text: .csv ',', .tsv tab, .txt blank; 0 for other endings
  bool npy = false;
  bool gzipped = false;
};

FileForm file_form(const std::string& path);

/// `bytes`, gzipped if the name ends in .gz.
std::string packed(std::string bytes, const FileForm& form);

/// Throws Error, naming the flag, for a name that promises an unsupported format: a matrix may end
/// in .npy, .csv, .tsv or .txt, text lists and tables in anything but the ending of another format,
/// pictures in .svg or .png.
void check_matrix_name(const std::string& flag, const std::string& path);
void check_text_name(const std::string& flag, const std::string& path);
void check_picture_name(const std::string& flag, const std::string& path);

/// The same for a file of one form: its name may end in one of `endings`, e.g. ".html .htm", or in
/// anything that is not known as the ending of another form.
void check_fixed_name(const std::string& flag, const std::string& path, std::string_view endings);

inline constexpr std::string_view kMatrixEndings = ".npy .csv .tsv .txt";
inline constexpr std::string_view kPictureEndings = ".svg .png";
inline constexpr std::string_view kPageEndings = ".html .htm";

}  // namespace gnac::cli
