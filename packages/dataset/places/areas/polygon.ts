/** Positions as [latitude, longitude] in degrees. The last position does not repeat the first. */
export type Ring = readonly (readonly [number, number])[]

/** Maximum number of latitude bands into which the edges are sorted. A point-in-polygon test checks only one band. */
const MAX_BANDS = 256

/** Rings that bound an area, including holes. A point is inside if an odd number of rings encloses it. */
export class Polygon {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
  /** Area in square degrees without correction for latitude. This area is accurate enough to compare neighbors. */
  readonly area: number
  readonly center: readonly [number, number]
  private readonly bands: Float64Array[]
  private readonly bandHeight: number

  constructor(sourceRings: readonly Ring[]) {
    const rings = sourceRings.map(unwrapRing)
    const points = rings.flat()
    this.south = minCoordinate(points, 0)
    this.north = -minCoordinate(points, 0, -1)
    this.west = minCoordinate(points, 1)
    this.east = -minCoordinate(points, 1, -1)
    const count = Math.max(1, Math.min(MAX_BANDS, Math.ceil(points.length / 8)))
    this.bandHeight = (this.north - this.south) / count || 1
    this.bands = this.sortEdges(rings, count)
    const { area, center } = toCentroid(rings)
    this.area = area * Math.cos((((this.south + this.north) / 2) * Math.PI) / 180)
    this.center = area > 0 ? center : [(this.south + this.north) / 2, (this.west + this.east) / 2]
  }

  contains(latitude: number, longitude: number): boolean {
    const x = longitude < this.west ? longitude + 360 : longitude
    if (latitude < this.south || latitude > this.north || x < this.west || x > this.east) return false
    const edges = this.bands[this.bandAt(latitude)]
    let isInside = false
    for (let offset = 0; offset < edges.length; offset += 4) {
      const [latA, lonA, latB, lonB] = [edges[offset], edges[offset + 1], edges[offset + 2], edges[offset + 3]]
      if (latA > latitude === latB > latitude) continue
      if (x < lonA + ((latitude - latA) / (latB - latA)) * (lonB - lonA)) isInside = !isInside
    }
    return isInside
  }

  private bandAt(latitude: number): number {
    return Math.min(this.bandCount - 1, Math.max(0, Math.floor((latitude - this.south) / this.bandHeight)))
  }

  private get bandCount(): number {
    return this.bands.length
  }

  private sortEdges(rings: readonly Ring[], count: number): Float64Array[] {
    const bands: number[][] = Array.from({ length: count }, () => [])
    const bandOf = (latitude: number) =>
      Math.min(count - 1, Math.max(0, Math.floor((latitude - this.south) / this.bandHeight)))
    for (const ring of rings) {
      for (const [index, [latB, lonB]] of ring.entries()) {
        const [latA, lonA] = ring[(index + ring.length - 1) % ring.length]
        for (
          let to = bandOf(Math.max(latA, latB)), bandIndex = bandOf(Math.min(latA, latB));
          bandIndex <= to;
          bandIndex++
        ) {
          bands[bandIndex].push(latA, lonA, latB, lonB)
        }
      }
    }
    return bands.map((edges) => Float64Array.from(edges))
  }
}

/** Makes the longitudes of a ring that crosses the antimeridian continuous by extending them beyond 180 degrees. */
function unwrapRing(ring: Ring): Ring {
  const isWide = -minCoordinate(ring, 1, -1) - minCoordinate(ring, 1) > 180
  return isWide ? ring.map(([latitude, longitude]) => [latitude, longitude < 0 ? longitude + 360 : longitude]) : ring
}

function minCoordinate(points: Ring, axis: 0 | 1, sign = 1): number {
  return points.reduce((minimum, point) => Math.min(minimum, sign * point[axis]), Number.POSITIVE_INFINITY)
}

/**
 * Returns the area and the center. The largest ring determines the center, because holes in OSM have either
 * orientation.
 */
function toCentroid(rings: readonly Ring[]): { area: number; center: readonly [number, number] } {
  let largestPart = { area: 0, center: [0, 0] as readonly [number, number] }
  for (const ring of rings) {
    const [originLat, originLon] = ring[0] ?? [0, 0]
    let [doubleArea, lat, lon] = [0, 0, 0]
    for (const [index, point] of ring.entries()) {
      const previousPoint = ring[(index + ring.length - 1) % ring.length]
      const [yA, xA, yB, xB] = [
        previousPoint[0] - originLat,
        previousPoint[1] - originLon,
        point[0] - originLat,
        point[1] - originLon,
      ]
      const cross = xA * yB - xB * yA
      doubleArea += cross
      lat += (yA + yB) * cross
      lon += (xA + xB) * cross
    }
    const area = Math.abs(doubleArea) / 2
    if (area <= largestPart.area) continue
    const longitude = originLon + lon / (3 * doubleArea)
    largestPart = { area, center: [originLat + lat / (3 * doubleArea), longitude > 180 ? longitude - 360 : longitude] }
  }
  return largestPart
}
