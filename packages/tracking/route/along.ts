import { bearingBetween, pointBetween, type Vector } from '@fairway/geo'
import type { Plan } from './asset-route.ts'

/** Properties of a route at a distance in meters from its start. */

/** The segment at that distance. Where points repeat, the last segment that begins there. */
export function segmentAt({ alongM }: Plan, meters: number): number {
  let low = 0
  let high = Math.max(0, alongM.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (alongM[middle] <= meters) low = middle
    else high = middle - 1
  }
  return low
}

function shareAt({ alongM }: Plan, segment: number, meters: number): number {
  const length = alongM[Math.min(segment + 1, alongM.length - 1)] - alongM[segment]
  return length > 0 ? Math.min(1, Math.max(0, (meters - alongM[segment]) / length)) : 0
}

export function pointAt(plan: Plan, meters: number): Vector {
  const segment = segmentAt(plan, meters)
  const next = plan.vectors[segment + 1]
  return next === undefined
    ? plan.vectors[segment]
    : pointBetween(plan.vectors[segment], next, shareAt(plan, segment, meters))
}

function valueAt(plan: Plan, values: Float64Array, meters: number): number {
  const segment = segmentAt(plan, meters)
  const from = values[segment]
  return from + shareAt(plan, segment, meters) * (values[Math.min(segment + 1, values.length - 1)] - from)
}

export function secondsAt(plan: Plan, meters: number): number {
  return valueAt(plan, plan.secondsAt, meters)
}

export function totalSeconds({ secondsAt: all }: Plan): number {
  return all[all.length - 1]
}

export function altitudeAt(plan: Plan, meters: number): number | undefined {
  return plan.altitudesM === undefined ? undefined : valueAt(plan, plan.altitudesM, meters)
}

/** Bearing of the route there, measured toward a point some meters ahead so that small kinks are ignored. */
export function bearingAt(plan: Plan, meters: number, aheadM: number): number {
  const from = Math.min(meters, Math.max(0, plan.lengthM - aheadM))
  return bearingBetween(pointAt(plan, from), pointAt(plan, Math.min(plan.lengthM, from + aheadM)))
}

/**
 * Planned speed in meters per second around that point, averaged over a stretch long enough to smooth waits at
 * junctions.
 */
export function plannedSpeed(plan: Plan, meters: number, stretchM: number): number {
  const from = Math.max(0, meters - stretchM / 2)
  const to = Math.min(plan.lengthM, meters + stretchM / 2)
  const seconds = secondsAt(plan, to) - secondsAt(plan, from)
  return seconds > 0 ? (to - from) / seconds : 0
}
