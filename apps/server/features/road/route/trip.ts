import {
  attributesOfLeg,
  type EncounteredEvent,
  type LegAttributes,
  type LegTotals,
  type PlannedLeg,
  type RoadNetwork,
  type TrafficSource,
  TripInTraffic,
  totalsOf,
  withArcDurations,
} from '@fairway/road'
import type { MetricSnapshot } from '../../../maps/metrics/metric-cache.ts'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { Region } from '../../../maps/regions/region.ts'

export interface TripTime {
  readonly kind: 'depart' | 'arrive'
  readonly atMs: number
  readonly nowMs: number
}

/** Path with its duration and distance, ready to be written. */
export interface Trip extends LegTotals {
  readonly legs: readonly PlannedLeg[]
  readonly departMs: number
  readonly totals: readonly LegTotals[]
  /** Pause after each leg in hundredths of a second, included in the totals. Empty if there are no pauses. */
  readonly pausesCs: readonly number[]
  /** Attributes of each leg. Empty unless steps are requested. */
  readonly measures: readonly LegAttributes[]
  /** Traffic on the trip. Undefined without traffic data. */
  readonly traffic: TripTraffic | undefined
}

interface TripTraffic {
  readonly handle: TrafficHandle
  readonly typicalCs: number
  /** Share of the route with live speeds. */
  readonly coverage: number
  /** Source of the duration. The source is `live` if any part of the route has live speeds. */
  readonly source: TrafficSource
  readonly encounteredEvents: readonly EncounteredEvent[]
  /** Event that closes a road before the trip reaches it, or -1. */
  readonly closedBy: number
}

/** Maximum number of iterations to find the departure for an arrival time. The iteration converges quickly. */
const MAX_ARRIVAL_ITERATIONS = 12
/**
 * First iteration after which the departure only moves earlier. Durations can jump, so an exact departure may not
 * exist.
 */
const FIRST_EARLIER_ONLY_ITERATION = 4
const ARRIVAL_TOLERANCE_MS = 500

export function measureTrip(
  region: Region,
  { metric, traffic }: MetricSnapshot,
  time: TripTime,
  legs: readonly PlannedLeg[],
  withSteps: boolean,
  pausesCs: readonly number[] = [],
): Trip {
  const network = withArcDurations(region.map.network, metric)
  if (!traffic) return measureWithoutTraffic(network, time, legs, withSteps, pausesCs)
  let trip = measureInTraffic(region, network, traffic, time.atMs, time.nowMs, legs, pausesCs)
  for (let iteration = 0; time.kind === 'arrive' && iteration < MAX_ARRIVAL_ITERATIONS; iteration++) {
    const lateMs = trip.departMs + trip.durationCs * 10 - time.atMs
    if (Math.abs(lateMs) < ARRIVAL_TOLERANCE_MS || (iteration >= FIRST_EARLIER_ONLY_ITERATION && lateMs <= 0)) break
    trip = measureInTraffic(region, network, traffic, trip.departMs - lateMs, time.nowMs, legs, pausesCs)
  }
  return trip
}

function measureWithoutTraffic(
  network: RoadNetwork,
  time: TripTime,
  legs: readonly PlannedLeg[],
  withSteps: boolean,
  pausesCs: readonly number[],
): Trip {
  const measures = withSteps ? legs.map((leg) => attributesOfLeg(network, leg)) : []
  const drivingTotals = withSteps
    ? measures.map((legMeasure) => legMeasure.totals)
    : legs.map((leg) => totalsOf(network, leg))
  const totals = addPauses(drivingTotals, pausesCs)
  const { distanceCm, durationCs, freeFlowCs } = sumTotals(totals)
  const departMs = time.kind === 'depart' ? time.atMs : time.atMs - durationCs * 10
  return { legs, totals, measures, pausesCs, distanceCm, durationCs, freeFlowCs, departMs, traffic: undefined }
}

function measureInTraffic(
  region: Region,
  network: RoadNetwork,
  handle: TrafficHandle,
  departMs: number,
  nowMs: number,
  legs: readonly PlannedLeg[],
  pausesCs: readonly number[],
): Trip {
  const tripInTraffic = new TripInTraffic(network, region.createArcTimes(network, handle, departMs, nowMs))
  const measures = legs.map((leg, index) => {
    const measure = tripInTraffic.addLeg(leg)
    tripInTraffic.pause(pausesCs[index] ?? 0)
    return measure
  })
  const drivingTotals = measures.map((legMeasure) => legMeasure.totals)
  const totals = addPauses(drivingTotals, pausesCs)
  const sums = sumTotals(totals)
  const pauseCs = pausesCs.reduce((sum, value) => sum + value, 0)
  const typicalCs = measures.reduce((sum, legMeasure) => sum + legMeasure.typicalCs, pauseCs)
  const liveCm = measures.reduce((sum, legMeasure) => sum + legMeasure.liveCm, 0)
  const hasTypical = measures.some(({ typicalCm }) => typicalCm > 0)
  const source = liveCm > 0 ? 'live' : hasTypical ? 'typical' : 'none'
  const coverage = sums.distanceCm > 0 ? liveCm / sums.distanceCm : 0
  const { encounteredEvents, closingEvent: closedBy } = tripInTraffic
  return {
    legs,
    totals,
    measures,
    pausesCs,
    ...sums,
    departMs,
    traffic: { handle, typicalCs, coverage, source, encounteredEvents, closedBy },
  }
}

/** Adds the pauses at the end of legs. A pause takes the same time with and without traffic. */
function addPauses(totals: readonly LegTotals[], pausesCs: readonly number[]): readonly LegTotals[] {
  if (pausesCs.length === 0) return totals
  return totals.map(({ distanceCm, durationCs, freeFlowCs }, leg) => {
    const pauseCs = pausesCs[leg] ?? 0
    return { distanceCm, durationCs: durationCs + pauseCs, freeFlowCs: freeFlowCs + pauseCs }
  })
}

function sumTotals(totals: readonly LegTotals[]): LegTotals {
  let [distanceCm, durationCs, freeFlowCs] = [0, 0, 0]
  for (const legTotals of totals) {
    distanceCm += legTotals.distanceCm
    durationCs += legTotals.durationCs
    freeFlowCs += legTotals.freeFlowCs
  }
  return { distanceCm, durationCs, freeFlowCs }
}
