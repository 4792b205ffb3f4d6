import { DriveRecord, prefetchShapes } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { Snap } from '../snap/snapper.ts'
import type { PlannedLeg } from './leg.ts'
import { type Box, emptyBox } from './route-box.ts'

/** The line of a route in microdegrees. Its memory is reused for the next route. */
export class RouteShape {
  latitude = new Int32Array(4096)
  longitude = new Int32Array(4096)
  length = 0
  /** The index of the line point at which each arc begins, for all legs, plus one entry per leg for its end. */
  pointOfArc = new Uint32Array(1024)
  arcs = 0

  clear(): void {
    this.length = 0
    this.arcs = 0
  }

  /** Appends a leg. The stop between two legs is a single point. */
  addLeg(network: RoadNetwork, leg: PlannedLeg): void {
    const { drive } = network.arcs
    const { shapeLatitude, shapeLongitude } = network.edges
    const last = leg.arcs.length - 1
    prefetchShapes(network, leg.arcs)
    this.addPoint(leg.start.latitude, leg.start.longitude)
    for (let i = 0; i <= last; i++) {
      const arc = leg.arcs[i] * DriveRecord.SIZE
      const isReversed = (drive[arc + DriveRecord.EDGE_SIDE] & 1) === 1
      const low = drive[arc + DriveRecord.SHAPE_FROM]
      const high = drive[arc + DriveRecord.SHAPE_TO]
      this.beginArc()
      let from = isReversed ? high - 1 : low + 1
      let to = isReversed ? low : high
      if (i === 0) from = nextPoint(leg.start, isReversed)
      if (i === last) to = isReversed ? leg.end.segment + 1 : leg.end.segment
      if (isReversed) this.addBackwards(shapeLatitude, shapeLongitude, from, to)
      else this.addForwards(shapeLatitude, shapeLongitude, from, to)
    }
    this.addPoint(leg.end.latitude, leg.end.longitude)
    // A leg of zero length still needs two points to form a line.
    if (this.length === 1) this.append(leg.end.latitude, leg.end.longitude)
    this.beginArc()
  }

  /** The bounding box of all added points. */
  box(): Box {
    const { latitude, longitude, length } = this
    let { south, west, north, east } = emptyBox()
    for (let i = 0; i < length; i++) {
      south = Math.min(south, latitude[i])
      west = Math.min(west, longitude[i])
      north = Math.max(north, latitude[i])
      east = Math.max(east, longitude[i])
    }
    const box = { south, west, north, east }
    return east - west > 180e6 ? this.boxAcrossDateLine(box) : box
  }

  private boxAcrossDateLine({ south, north }: Box): Box {
    let [west, east] = [180e6, -180e6]
    for (let i = 0; i < this.length; i++) {
      const longitude = this.longitude[i]
      if (longitude >= 0) west = Math.min(west, longitude)
      else east = Math.max(east, longitude)
    }
    return { south, west, north, east }
  }

  private addForwards(latitudes: Int32Array, longitudes: Int32Array, from: number, to: number): void {
    if (from > to) return
    this.addPoint(latitudes[from], longitudes[from])
    this.reserve(to - from)
    const { latitude, longitude } = this
    let length = this.length
    for (let p = from + 1; p <= to; p++) {
      latitude[length] = latitudes[p]
      longitude[length++] = longitudes[p]
    }
    this.length = length
  }

  private addBackwards(latitudes: Int32Array, longitudes: Int32Array, from: number, to: number): void {
    if (from < to) return
    this.addPoint(latitudes[from], longitudes[from])
    this.reserve(from - to)
    const { latitude, longitude } = this
    let length = this.length
    for (let p = from - 1; p >= to; p--) {
      latitude[length] = latitudes[p]
      longitude[length++] = longitudes[p]
    }
    this.length = length
  }

  private beginArc(): void {
    if (this.arcs === this.pointOfArc.length) this.pointOfArc = doubleCapacity(this.pointOfArc)
    this.pointOfArc[this.arcs++] = Math.max(0, this.length - 1)
  }

  /** Adds a point unless it repeats the previous one. A stop on a node would otherwise add the node twice. */
  private addPoint(latitude: number, longitude: number): void {
    const before = this.length - 1
    if (before >= 0 && this.latitude[before] === latitude && this.longitude[before] === longitude) return
    this.append(latitude, longitude)
  }

  private append(latitude: number, longitude: number): void {
    this.reserve(1)
    this.latitude[this.length] = latitude
    this.longitude[this.length++] = longitude
  }

  private reserve(addedCount: number): void {
    while (this.length + addedCount > this.latitude.length) {
      this.latitude = doubleCapacity(this.latitude)
      this.longitude = doubleCapacity(this.longitude)
    }
  }
}

/** The first shape point after a snap in the driven direction. */
function nextPoint(snap: Snap, isReversed: boolean): number {
  return isReversed ? snap.segment : snap.segment + 1
}

function doubleCapacity<T extends Int32Array | Uint32Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2)
  larger.set(array)
  return larger
}
