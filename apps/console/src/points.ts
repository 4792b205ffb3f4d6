/** Latitude, then longitude, as in the API. */
export type Point = readonly [number, number]

export function isSamePoint(a: Point | undefined, b: Point | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1])
}

/** A tenth of a metre is as good as a click can be. */
export function roundPoint([latitude, longitude]: Point): Point {
  return [round(latitude), round(longitude)]
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

export function pointText([latitude, longitude]: Point): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

const withPoints = /^\s*\[?\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*\]?\s*$/
/** As spreadsheets of half the world write them; both have a comma, or it would stand between the two. */
const withCommas = /^\s*\[?\s*(-?\d{1,3},\d+)\s*(?:;|\s|,\s)\s*(-?\d{1,3},\d+)\s*\]?\s*$/

/** What people paste: two numbers, whatever stands between them. */
export function parsePoint(text: string): Point | undefined {
  const found = withPoints.exec(text) ?? withCommas.exec(text)
  if (found === null) return undefined
  const [latitude, longitude] = [found[1], found[2]].map((number) => Number(number?.replace(',', '.')))
  const point: Point = [latitude ?? Number.NaN, longitude ?? Number.NaN]
  return Math.abs(point[0]) <= 90 && Math.abs(point[1]) <= 180 ? point : undefined
}

/** GeoJSON has the longitude first: the map library reads it so. */
export function toGeoJson(points: readonly Point[]): [number, number][] {
  return points.map(([latitude, longitude]) => [longitude, latitude])
}
