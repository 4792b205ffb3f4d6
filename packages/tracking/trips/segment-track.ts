import { flatDistanceMeters } from '@fairway/geo'
import type { Fix } from '../fixes/fix.ts'
import type { AssetKind } from '../state/kinds.ts'
import { cleanTrack, metersBetweenFixes, secondsBetween } from './clean-track.ts'
import { findStays, type Stay } from './find-stays.ts'
import { measureTrip, type Stand, type TrackTrip } from './measure-trip.ts'
import { DEFAULT_MIN_STOP_S, MAX_FIX_GAP_S, type TripLimits, tripLimits } from './trip-limits.ts'

export interface TrackStop {
  readonly latitude: number
  readonly longitude: number
  readonly arriveMs: number
  /** Departure time, or the last known time at the stop if the track ends there. */
  readonly departMs: number
  /** Whether the track begins or ends with the stop. The actual stop may then be longer. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

export interface SegmentedTrack {
  readonly trips: readonly TrackTrip[]
  readonly stops: readonly TrackStop[]
  /** Positions that were used, in time order. */
  readonly fixes: readonly Fix[]
}

export interface SegmentOptions {
  /** Minimum duration of a stop, in seconds. Shorter stops count as idle time of a trip. */
  readonly minStopS?: number
}

/** Divides the track of an asset into trips and stops. The positions may be in any order and contain errors. */
export function segmentTrack(
  givenFixes: readonly Fix[],
  kind: AssetKind,
  { minStopS = DEFAULT_MIN_STOP_S }: SegmentOptions = {},
): SegmentedTrack {
  const limits = tripLimits[kind]
  const fixes = cleanTrack(givenFixes, kind)
  if (fixes.length === 0) return { trips: [], stops: [], fixes }
  const stays = joinStays(fixes, findStays(fixes, { radiusM: limits.stopRadiusM, minS: minStopS }), kind)
  const stands = toStands(fixes, stays, limits, minStopS)
  const trips: TrackTrip[] = []
  for (let i = 0; i <= stands.length; i++) {
    const [previousStand, nextStand] = [stands[i - 1], stands[i]]
    const [first, last] = [previousStand?.last ?? 0, nextStand?.first ?? fixes.length - 1]
    if (isTrip(fixes, first, last, previousStand, nextStand, limits))
      trips.push(measureTrip(fixes, first, last, previousStand, nextStand, kind))
  }
  const stops = stands.map(({ latitude, longitude, arriveMs, departMs, first, last }) => {
    return { latitude, longitude, arriveMs, departMs, isFirst: first === 0, isLast: last === fixes.length - 1 }
  })
  return { trips, stops, fixes }
}

/**
 * Returns whether a part of the track is a trip. At either end of the track, positions that all stay near one point are
 * not a trip.
 */
function isTrip(
  fixes: readonly Fix[],
  first: number,
  last: number,
  previousStand: Stand | undefined,
  nextStand: Stand | undefined,
  { stopRadiusM }: TripLimits,
): boolean {
  if (last <= first) return false
  if (previousStand && nextStand) return true
  const anchor = previousStand ?? nextStand ?? fixes[first]
  return fixes.slice(first, last + 1).some((fix) => !isWithinStay(anchor, fix, stopRadiusM))
}

/**
 * Joins stays that belong to a single stop. Positions may drift for a while, or a car may move to another parking
 * space.
 */
function joinStays(fixes: readonly Fix[], stays: readonly Stay[], kind: AssetKind): Stay[] {
  const { leaveM } = tripLimits[kind]
  const joinedStays: Stay[] = []
  for (const stay of stays) {
    const previousStay = joinedStays.at(-1)
    const part = previousStay ? fixes.slice(previousStay.last, stay.last + 1) : []
    const isSame =
      previousStay !== undefined &&
      (part.every((fix) => isWithinStay(previousStay, fix, leaveM)) || isDrift(previousStay, part, kind))
    if (!isSame) {
      joinedStays.push(stay)
      continue
    }
    const longerStay = staySeconds(fixes, previousStay) >= staySeconds(fixes, stay) ? previousStay : stay
    joinedStays[joinedStays.length - 1] = { ...longerStay, first: previousStay.first, last: stay.last }
  }
  return joinedStays
}

/**
 * Returns whether positions only drift: the device reports that it is stationary and returns to its earlier position.
 */
function isDrift(previousStay: Stay, part: readonly Fix[], kind: AssetKind): boolean {
  const { stopRadiusM, leaveM, gapSpeedMs } = tripLimits[kind]
  const last = part.at(-1)
  if (!last || !isWithinStay(previousStay, last, stopRadiusM)) return false
  return part.every(
    (fix) => fix.speedMs !== undefined && fix.speedMs < gapSpeedMs && isWithinStay(previousStay, fix, 4 * leaveM),
  )
}

function isWithinStay(stay: Pick<Stay, 'latitude' | 'longitude'>, fix: Fix, maxM: number): boolean {
  return flatDistanceMeters(stay.latitude, stay.longitude, fix.latitude, fix.longitude) <= maxM
}

function staySeconds(fixes: readonly Fix[], { first, last }: Stay): number {
  return secondsBetween(fixes[first], fixes[last])
}

/**
 * Adds a stop wherever a gap in the track is so long that the asset must have been stationary, and sets the times of
 * all stops.
 */
function toStands(fixes: readonly Fix[], stays: readonly Stay[], limits: TripLimits, minStopS: number): Stand[] {
  const stands: Stand[] = []
  let next = 0
  const addGapsUntil = (end: number) => {
    for (let i = next; i < end; i++) {
      const stand = findGapStand(fixes, i, limits, minStopS)
      if (stand) stands.push(stand)
    }
  }
  for (const stay of stays) {
    addGapsUntil(stay.first)
    stands.push({ ...stay, arriveMs: findArrival(fixes, stay, limits), departMs: findDeparture(fixes, stay, limits) })
    next = stay.last + 1
  }
  addGapsUntil(fixes.length - 1)
  return stands
}

function findGapStand(fixes: readonly Fix[], i: number, limits: TripLimits, minStopS: number): Stand | undefined {
  const [previousFix, nextFix] = [fixes[i], fixes[i + 1]]
  const seconds = secondsBetween(previousFix, nextFix)
  const meters = metersBetweenFixes(previousFix, nextFix)
  if (seconds <= MAX_FIX_GAP_S || meters / seconds >= limits.gapSpeedMs) return undefined
  const departMs = Math.round(nextFix.timeMs - (1000 * meters) / limits.travelSpeedMs)
  if (departMs - previousFix.timeMs < 1000 * minStopS) return undefined
  const { latitude, longitude } = previousFix
  return { latitude, longitude, arriveMs: previousFix.timeMs, departMs, first: i, last: i }
}

/**
 * Estimates the arrival at a stop. If the asset reports rarely, it may arrive long before the first position at the
 * stop.
 */
function findArrival(fixes: readonly Fix[], { first }: Stay, { travelSpeedMs }: TripLimits): number {
  const [previousFix, firstFix] = [fixes[first - 1], fixes[first]]
  if (previousFix === undefined) return firstFix.timeMs
  return Math.min(
    firstFix.timeMs,
    Math.round(previousFix.timeMs + (1000 * metersBetweenFixes(previousFix, firstFix)) / travelSpeedMs),
  )
}

function findDeparture(fixes: readonly Fix[], { last }: Stay, { travelSpeedMs }: TripLimits): number {
  const [lastFix, nextFix] = [fixes[last], fixes[last + 1]]
  if (nextFix === undefined) return lastFix.timeMs
  return Math.max(
    lastFix.timeMs,
    Math.round(nextFix.timeMs - (1000 * metersBetweenFixes(lastFix, nextFix)) / travelSpeedMs),
  )
}
