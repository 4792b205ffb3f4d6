/** The shorter difference between two longitudes, from -180 to 180 degrees. */
export function longitudeDifference(from: number, to: number): number {
  const deltaDegrees = to - from
  if (deltaDegrees > 180) return deltaDegrees - 360
  return deltaDegrees < -180 ? deltaDegrees + 360 : deltaDegrees
}

/** Between -180 (inclusive) and 180 degrees. */
export function wrapLongitude(longitude: number): number {
  const wrapped = (longitude + 180) % 360
  return (wrapped < 0 ? wrapped + 360 : wrapped) - 180
}

/** The same longitude, shifted by full turns to within 180 degrees of `to`. */
export function unwrapLongitude(longitude: number, to: number): number {
  return longitude - 360 * Math.round((longitude - to) / 360)
}

/** A longitude or a difference of longitudes in micro-degrees, wrapped once into the range from -180 to 180 degrees. */
export function wrapMicroDegrees(microDegrees: number): number {
  if (microDegrees > 180e6) return microDegrees - 360e6
  return microDegrees < -180e6 ? microDegrees + 360e6 : microDegrees
}
