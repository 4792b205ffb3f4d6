import {
  type LegMeasure,
  type LegTotals,
  type MetEvent,
  measureLeg,
  type PlannedLeg,
  TripInTraffic,
  totalsOf,
} from '@fairway/road'
import type { RegionDrive } from '../../../maps/metrics/metric-cache.ts'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { Region } from '../../../maps/regions/region.ts'

export interface TripTime {
  readonly kind: 'depart' | 'arrive'
  readonly atMs: number
  readonly nowMs: number
}

/** A path with its duration and distance, ready to be written. */
export interface Trip extends LegTotals {
  readonly legs: readonly PlannedLeg[]
  readonly departMs: number
  readonly totals: readonly LegTotals[]
  /** Only if steps are requested. */
  readonly measures: readonly LegMeasure[]
  /** Only if traffic data is available. */
  readonly traffic: TripTraffic | undefined
}

export interface TripTraffic {
  readonly handle: TrafficHandle
  readonly typicalCs: number
  /** The share of the route with live speeds. */
  readonly coverage: number
  readonly met: readonly MetEvent[]
  /** The event that closes a road before the trip reaches it, or -1. */
  readonly closedBy: number
}

/** For an arrival time, the departure is found by iteration, which converges quickly. */
const MAX_TRIES = 12
/** From this attempt on, only move earlier: durations can jump, so no departure may arrive exactly on time. */
const ONLY_EARLIER = 4
const NEAR_ENOUGH_MS = 500

export function measureTrip(
  region: Region,
  { traffic }: RegionDrive,
  time: TripTime,
  legs: readonly PlannedLeg[],
  withSteps: boolean,
): Trip {
  if (!traffic) return measureEmpty(region, time, legs, withSteps)
  let trip = measureIn(region, traffic, time.atMs, time.nowMs, legs)
  for (let tries = 0; time.kind === 'arrive' && tries < MAX_TRIES; tries++) {
    const lateMs = trip.departMs + trip.durationCs * 10 - time.atMs
    if (Math.abs(lateMs) < NEAR_ENOUGH_MS || (tries >= ONLY_EARLIER && lateMs <= 0)) break
    trip = measureIn(region, traffic, trip.departMs - lateMs, time.nowMs, legs)
  }
  return trip
}

function measureEmpty(region: Region, time: TripTime, legs: readonly PlannedLeg[], withSteps: boolean): Trip {
  const { network } = region.map
  const measures = withSteps ? legs.map((leg) => measureLeg(network, leg)) : []
  const totals = withSteps ? measures.map((measured) => measured.totals) : legs.map((leg) => totalsOf(network, leg))
  const sums = addUp(totals)
  const departMs = time.kind === 'depart' ? time.atMs : time.atMs - sums.durationCs * 10
  return { legs, totals, measures, ...sums, departMs, traffic: undefined }
}

function measureIn(
  region: Region,
  handle: TrafficHandle,
  departMs: number,
  nowMs: number,
  legs: readonly PlannedLeg[],
): Trip {
  const inTraffic = new TripInTraffic(region.map.network, region.timesFrom(handle, departMs, nowMs))
  const measures = legs.map((leg) => inTraffic.addLeg(leg))
  const totals = measures.map((measured) => measured.totals)
  const sums = addUp(totals)
  const typicalCs = measures.reduce((sum, measured) => sum + measured.typicalCs, 0)
  const liveCm = measures.reduce((sum, measured) => sum + measured.liveCm, 0)
  const coverage = sums.distanceCm > 0 ? liveCm / sums.distanceCm : 0
  const { met, closedBy } = inTraffic
  return { legs, totals, measures, ...sums, departMs, traffic: { handle, typicalCs, coverage, met, closedBy } }
}

function addUp(totals: readonly LegTotals[]): LegTotals {
  let [distanceCm, durationCs, freeFlowCs] = [0, 0, 0]
  for (const one of totals) {
    distanceCm += one.distanceCm
    durationCs += one.durationCs
    freeFlowCs += one.freeFlowCs
  }
  return { distanceCm, durationCs, freeFlowCs }
}
