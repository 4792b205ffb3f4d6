import { DriveRecord, prefetchShapes } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_HEIGHT } from '../network/terrain.ts'
import type { Snap } from '../snap/snapper.ts'
import type { PlannedLeg } from './leg.ts'
import { type Box, emptyBox } from './route-box.ts'

/** The line of a route in microdegrees. The next route reuses the memory. */
export class RouteShape {
  latitude = new Int32Array(4096)
  longitude = new Int32Array(4096)
  length = 0
  /** Height of every point, as in TerrainTable.shapeHeight. The array is used only if the map has heights. */
  height = new Int16Array(0)
  hasHeights = false
  /** Index of the line point at which each arc begins, for all legs. Each leg has an extra entry for its end. */
  pointOfArc = new Uint32Array(1024)
  arcCount = 0

  clear(): void {
    this.length = 0
    this.arcCount = 0
    this.hasHeights = false
  }

  /** Appends a leg. The stop between two legs is a single point. */
  addLeg(network: RoadNetwork, leg: PlannedLeg): void {
    const { drive } = network.arcs
    const { shapeLatitude, shapeLongitude } = network.edges
    const heights = network.terrain?.shapeHeight
    this.hasHeights = heights !== undefined
    const last = leg.arcs.length - 1
    prefetchShapes(network, leg.arcs)
    this.addPoint(leg.start.latitude, leg.start.longitude, heightAt(heights, leg.start))
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
      const lengthBefore = this.length
      if (isReversed) this.addBackwards(shapeLatitude, shapeLongitude, from, to)
      else this.addForwards(shapeLatitude, shapeLongitude, from, to)
      if (heights) this.addHeights(heights, lengthBefore, to, isReversed ? -1 : 1)
    }
    const endHeight = heightAt(heights, leg.end)
    this.addPoint(leg.end.latitude, leg.end.longitude, endHeight)
    // A leg of zero length still needs two points to form a line.
    if (this.length === 1) this.append(leg.end.latitude, leg.end.longitude, endHeight)
    this.beginArc()
  }

  /** Returns the bounding box of all added points. */
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
    if (this.arcCount === this.pointOfArc.length) this.pointOfArc = doubleCapacity(this.pointOfArc)
    this.pointOfArc[this.arcCount++] = Math.max(0, this.length - 1)
  }

  /**
   * Adds a point unless it repeats the previous point. Without this check, a stop on a node would add the node twice.
   */
  private addPoint(latitude: number, longitude: number, height = NO_HEIGHT): void {
    const previousPoint = this.length - 1
    if (previousPoint >= 0 && this.latitude[previousPoint] === latitude && this.longitude[previousPoint] === longitude)
      return
    this.append(latitude, longitude, height)
  }

  private append(latitude: number, longitude: number, height: number): void {
    this.reserve(1)
    if (this.hasHeights) this.reserveHeights()[this.length] = height
    this.latitude[this.length] = latitude
    this.longitude[this.length++] = longitude
  }

  /** Adds the heights of the points from `begin` onward. The last of these points is the shape point `to`. */
  private addHeights(heights: Int16Array, begin: number, to: number, step: 1 | -1): void {
    const height = this.reserveHeights()
    for (let i = this.length - 1, point = to; i >= begin; i--, point -= step) height[i] = heights[point]
  }

  private reserveHeights(): Int16Array {
    if (this.height.length < this.latitude.length) {
      const largerArray = new Int16Array(this.latitude.length)
      largerArray.set(this.height)
      this.height = largerArray
    }
    return this.height
  }

  private reserve(addedCount: number): void {
    while (this.length + addedCount > this.latitude.length) {
      this.latitude = doubleCapacity(this.latitude)
      this.longitude = doubleCapacity(this.longitude)
    }
  }
}

function heightAt(heights: Int16Array | undefined, { segment, segmentShare }: Snap): number {
  if (!heights) return NO_HEIGHT
  const [previousHeight, nextHeight] = [heights[segment], heights[segment + 1]]
  if (previousHeight === NO_HEIGHT || nextHeight === NO_HEIGHT) return NO_HEIGHT
  return Math.round(previousHeight + segmentShare * (nextHeight - previousHeight))
}

/** Returns the first shape point after a snap in the driven direction. */
function nextPoint(snap: Snap, isReversed: boolean): number {
  return isReversed ? snap.segment : snap.segment + 1
}

function doubleCapacity<T extends Int32Array | Uint32Array>(array: T): T {
  const largerArray = new (array.constructor as new (length: number) => T)(array.length * 2)
  largerArray.set(array)
  return largerArray
}
