import { bearingBetween, pointBetween, type Vector } from '@fairway/geo'
import type { AssetRoute } from './asset-route.ts'

/** Returns the segment at this distance. If points repeat, returns the last segment that begins there. */
export function findSegment({ alongM }: AssetRoute, meters: number): number {
  let low = 0
  let high = Math.max(0, alongM.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (alongM[middle] <= meters) low = middle
    else high = middle - 1
  }
  return low
}

function segmentFraction({ alongM }: AssetRoute, segment: number, meters: number): number {
  const length = alongM[Math.min(segment + 1, alongM.length - 1)] - alongM[segment]
  return length > 0 ? Math.min(1, Math.max(0, (meters - alongM[segment]) / length)) : 0
}

export function pointAt(route: AssetRoute, meters: number): Vector {
  const segment = findSegment(route, meters)
  const next = route.vectors[segment + 1]
  return next === undefined
    ? route.vectors[segment]
    : pointBetween(route.vectors[segment], next, segmentFraction(route, segment, meters))
}

function interpolateValue(route: AssetRoute, values: Float64Array, meters: number): number {
  const segment = findSegment(route, meters)
  const from = values[segment]
  return from + segmentFraction(route, segment, meters) * (values[Math.min(segment + 1, values.length - 1)] - from)
}

export function secondsAt(route: AssetRoute, meters: number): number {
  return interpolateValue(route, route.secondsAt, meters)
}

export function totalSeconds({ secondsAt: secondsAtPoint }: AssetRoute): number {
  return secondsAtPoint[secondsAtPoint.length - 1]
}

export function altitudeAt(route: AssetRoute, meters: number): number | undefined {
  return route.altitudesM === undefined ? undefined : interpolateValue(route, route.altitudesM, meters)
}

/** Returns the bearing of the route at this distance, measured toward a point ahead so that small kinks are ignored. */
export function bearingAt(route: AssetRoute, meters: number, aheadM: number): number {
  const from = Math.min(meters, Math.max(0, route.lengthM - aheadM))
  return bearingBetween(pointAt(route, from), pointAt(route, Math.min(route.lengthM, from + aheadM)))
}

/**
 * Returns the planned speed around this distance, in meters per second. The speed is averaged over a stretch long
 * enough to smooth out waits at junctions.
 */
export function averagePlannedSpeed(route: AssetRoute, meters: number, windowM: number): number {
  const from = Math.max(0, meters - windowM / 2)
  const to = Math.min(route.lengthM, meters + windowM / 2)
  const seconds = secondsAt(route, to) - secondsAt(route, from)
  return seconds > 0 ? (to - from) / seconds : 0
}
