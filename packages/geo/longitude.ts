/** Returns the shorter difference between two longitudes, from -180 to 180 degrees. */
export function longitudeDifference(from: number, to: number): number {
  const deltaDegrees = to - from
  if (deltaDegrees > 180) return deltaDegrees - 360
  return deltaDegrees < -180 ? deltaDegrees + 360 : deltaDegrees
}

/** Wraps a longitude into the range from -180 (inclusive) to 180 degrees (exclusive). */
export function wrapLongitude(longitude: number): number {
  const wrappedDegrees = (longitude + 180) % 360
  return (wrappedDegrees < 0 ? wrappedDegrees + 360 : wrappedDegrees) - 180
}

/** Shifts a longitude by full turns to within 180 degrees of `to`. */
export function unwrapLongitude(longitude: number, to: number): number {
  return longitude - 360 * Math.round((longitude - to) / 360)
}

/** Wraps a longitude or a difference of longitudes in microdegrees once, into the range from -180 to 180 degrees. */
export function wrapMicrodegrees(microdegrees: number): number {
  if (microdegrees > 180e6) return microdegrees - 360e6
  return microdegrees < -180e6 ? microdegrees + 360e6 : microdegrees
}
