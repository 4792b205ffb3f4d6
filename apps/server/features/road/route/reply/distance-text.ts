const METERS_PER_MILE = 1609.344
const FEET_PER_METER = 3.28084

/** Formats a distance for readers, such as 80 m, 1.2 km, 250 ft or 0.7 mi. */
export function formatDistance(centimeters: number, units: 'metric' | 'imperial'): string {
  const meters = centimeters / 100
  if (units === 'imperial') {
    const feet = roundShortDistance(meters * FEET_PER_METER)
    // Distances up to a tenth of a mile are in feet.
    return feet < 530 ? `${feet} ft` : `${formatLongDistance(meters / METERS_PER_MILE)} mi`
  }
  const roundedMeters = roundShortDistance(meters)
  return roundedMeters < 1000 ? `${roundedMeters} m` : `${formatLongDistance(meters / 1000)} km`
}

/** Rounds to steps that are noticeable at the given distance. */
function roundShortDistance(value: number): number {
  const step = value < 20 ? 1 : value < 100 ? 5 : 10
  return Math.round(value / step) * step
}

/**
 * Formats a value with one decimal below ten. Rounding comes first, so that 9.96 becomes 10 and not
 * 10.0.
 */
function formatLongDistance(value: number): string {
  const roundedValue = Math.round(value * 10) / 10
  return roundedValue < 10 ? roundedValue.toFixed(1) : String(Math.round(value))
}
