import { type Coordinates, encodePolyline, type Position, parsePolyline } from '@fairway/geo'
import type { RoadNetwork } from '../../network/network.ts'
import type { PlannedLeg, RouteLeg } from '../../route/leg.ts'
import { RouteShape } from '../../route/route-shape.ts'

/** Returns the line of a route, as in replies. */
export function lineOf(network: RoadNetwork, legs: readonly PlannedLeg[]): Coordinates {
  const shape = new RouteShape()
  for (const leg of legs) shape.addLeg(network, leg)
  return {
    latitude: new Int32Array(shape.latitude.subarray(0, shape.length)),
    longitude: new Int32Array(shape.longitude.subarray(0, shape.length)),
  }
}

/** Returns the line after encoding it as a polyline and decoding it. */
export function throughPolyline(line: Coordinates, precision: 5 | 6): Coordinates {
  const points = Array.from(line.latitude, (latitude, i): Position => [latitude / 1e6, line.longitude[i] / 1e6])
  const read = parsePolyline(encodePolyline(points, precision), precision)
  if (!read) throw new Error('an encoded polyline cannot be read')
  return read
}

export function lineThrough(points: readonly Position[]): Coordinates {
  return {
    latitude: Int32Array.from(points, ([latitude]) => Math.round(latitude * 1e6)),
    longitude: Int32Array.from(points, ([, longitude]) => Math.round(longitude * 1e6)),
  }
}

/**
 * Returns all arcs of a route in sequence. If a route continues after a stop on the same arc, the arc is listed once.
 */
export function arcsOf(legs: readonly RouteLeg[]): number[] {
  const arcs: number[] = []
  legs.forEach((leg, i) => {
    const before = legs[i - 1]
    const goesOn = before && leg.arcs[0] === arcs.at(-1) && before.endFraction === leg.startFraction
    arcs.push(...(goesOn ? leg.arcs.subarray(1) : leg.arcs))
  })
  return arcs
}

/**
 * Returns all arcs of a route, except arcs at the ends that are driven for only a few centimeters. Rounded points
 * cannot show whether these arcs are driven.
 */
export function plainArcsOf(
  { arcs: { edgeSide }, edges }: RoadNetwork,
  legs: readonly RouteLeg[],
  cm: number,
): number[] {
  const arcs = arcsOf(legs)
  const lengthOf = (arc = 0) => edges.lengthCm[edgeSide[arc] >>> 1]
  let first = 0
  for (let from = legs[0].startFraction; first < arcs.length - 1; first++, from = 0) {
    if ((1 - from) * lengthOf(arcs[first]) > cm) break
  }
  let last = arcs.length - 1
  for (let to = legs[legs.length - 1].endFraction; last > first; last--, to = 1) {
    if (to * lengthOf(arcs[last]) > cm) break
  }
  return arcs.slice(first, last + 1)
}

/** Returns the longer side of a line's bounding box, in microdegrees. */
export function extentOf({ latitude, longitude }: Coordinates): number {
  const side = (values: Int32Array) => {
    const steps = Array.from(values, (value) => ((value - values[0] + 540e6) % 360e6) - 180e6)
    return Math.max(...steps) - Math.min(...steps)
  }
  return Math.max(side(latitude), side(longitude))
}

/**
 * Removes duplicate points, because shapes sometimes repeat a point, and only one is drawn at a beginning or end.
 * Polylines normalize longitudes beyond 180°.
 */
export function withoutDuplicates({ latitude, longitude }: Coordinates): Coordinates {
  const isNew = (_: number, i: number) => latitude[i] !== latitude[i - 1] || longitude[i] !== longitude[i - 1]
  const around = longitude.filter(isNew).map((east) => ((east + 540e6) % 360e6) - 180e6)
  return { latitude: latitude.filter(isNew), longitude: around }
}
