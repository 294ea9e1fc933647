#pragma once

#include <optional>
#include <string_view>

namespace gnac::detail {

/// A date or a time of day, taken apart.
struct WrittenTime {
  bool has_date = false;
  char order = 0;  ///< what comes first: 'y', 'd' or 'm'; 0 if day and month may be swapped
  int year = 0;
  int first = 0;     ///< the month if `order` is known, else whatever comes first
  int second = 0;    ///< the day if `order` is known, else whatever comes second
  double hours = 0;  ///< of the time of day, less the offset of its zone
};

/// "2024-01-31", "2024-01", "2024/1/31", "31.01.2024", "1/31/24", "31 Jan 2024", "January 31,
/// 2024", each also with a time after a blank or T, and "14:30", "14:30:05.25", "2:30 PM",
/// "2024-01-31T14:30:05Z",
/// "+02:00". Nothing for anything else.
std::optional<WrittenTime> take_time_apart(std::string_view text);

/// Days since 1970-01-01, or hours if there is no date. `order` decides if day and month may be
/// swapped. Nothing for a day that does not exist.
std::optional<double> parse_time(std::string_view text, char order);

}  // namespace gnac::detail
