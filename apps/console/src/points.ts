/** Latitude and longitude in degrees, in the order of the API. */
export type Point = readonly [number, number]

export function isSamePoint(a: Point | undefined, b: Point | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1])
}

/** Rounds a point, because a click is not more precise than 0.1 m. */
export function roundPoint([latitude, longitude]: Point): Point {
  return [roundDegrees(latitude), roundDegrees(longitude)]
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

export function formatPoint([latitude, longitude]: Point): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

const decimalPointPattern = /^\s*\[?\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*\]?\s*$/
/**
 * Matches two numbers with decimal commas, which spreadsheets write in many countries. Both numbers need a decimal
 * comma, because a single comma is the separator.
 */
const decimalCommaPattern = /^\s*\[?\s*(-?\d+,\d+)\s*(?:;|\s|,\s)\s*(-?\d+,\d+)\s*\]?\s*$/

/** Parses pasted coordinates: two numbers separated by a comma, a semicolon or a space. */
export function parsePoint(input: string): Point | undefined {
  const [latitude, longitude] = matchTwoNumbers(input) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  return findPointError(latitude, longitude) === undefined ? [Number(latitude), Number(longitude)] : undefined
}

/** Explains why two numbers are not valid coordinates. Two integers separated by a space may be a postcode instead. */
export function findInputError(input: string): string | undefined {
  const [latitude, longitude] = (/[.,;]/.test(input) ? matchTwoNumbers(input) : undefined) ?? []
  return latitude === undefined || longitude === undefined ? undefined : findPointError(latitude, longitude)
}

/** Explains which coordinate is invalid and its allowed range. Returns undefined if both coordinates are valid. */
export function findPointError(latitude: string, longitude: string): string | undefined {
  if (latitude === '' || !(Math.abs(Number(latitude)) <= 90))
    return `“${latitude}” is not a valid latitude: enter a number from -90 to 90, before the longitude`
  if (longitude === '' || !(Math.abs(Number(longitude)) <= 180))
    return `“${longitude}” is not a valid longitude: enter a number from -180 to 180, after the latitude`
  return undefined
}

function matchTwoNumbers(input: string): readonly string[] | undefined {
  const match = decimalPointPattern.exec(input) ?? decimalCommaPattern.exec(input)
  return match?.slice(1, 3).map((number) => number.replace(',', '.'))
}

/** Converts points to GeoJSON order. GeoJSON and MapLibre use longitude first. */
export function toGeoJson(points: readonly Point[]): [number, number][] {
  return points.map(([latitude, longitude]) => [longitude, latitude])
}
