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

/** What people paste: two numbers, whatever stands between them. */
export function parsePoint(text: string): Point | undefined {
  const found = /^\s*\[?\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*\]?\s*$/.exec(text)
  if (found === null) return undefined
  const point: Point = [Number(found[1]), Number(found[2])]
  return Math.abs(point[0]) <= 90 && Math.abs(point[1]) <= 180 ? point : undefined
}

/** GeoJSON has the longitude first: the map library reads it so. */
export function toGeoJson(points: readonly Point[]): [number, number][] {
  return points.map(([latitude, longitude]) => [longitude, latitude])
}
