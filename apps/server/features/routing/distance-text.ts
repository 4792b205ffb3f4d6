const METERS_PER_MILE = 1609.344
const FEET_PER_METER = 3.28084

/** A distance as one says it: 80 m, 1.2 km, 250 ft, 0.7 mi. */
export function distanceText(centimeters: number, units: 'metric' | 'imperial'): string {
  const meters = centimeters / 100
  if (units === 'imperial') {
    const miles = meters / METERS_PER_MILE
    if (miles < 0.1) return `${roundTo(meters * FEET_PER_METER, 50)} ft`
    return `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`
  }
  if (meters < 1000) return `${roundTo(meters, meters < 100 ? 5 : 10)} m`
  return `${meters < 10_000 ? (meters / 1000).toFixed(1) : Math.round(meters / 1000)} km`
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step
}
