import type { AssetReport, ReportedTrip } from './asset-report.ts'

/** Totals of an asset for one or several days. */
export interface ReportSums {
  readonly distanceM: number
  readonly trips: number
  readonly stops: number
  /** Duration of the trips in seconds, including idle time. */
  readonly drivingS: number
  readonly idleS: number
  readonly stoppedS: number
  readonly unseenS: number
  readonly maxSpeedMs: number
  /** Number of harsh braking events. Null if unknown for all trips. */
  readonly harshBraking: number | null
  readonly harshAcceleration: number | null
  readonly speeding: number | null
  readonly speedingS: number | null
  readonly firstDepartMs: number | null
  readonly lastArriveMs: number | null
}

export interface DaySums extends ReportSums {
  readonly date: string
}

/**
 * Sums up trips and stops by day. Trips across midnight are divided, so that the days add up to the trips. Event counts
 * belong to the day on which the trip begins.
 */
export function sumDays({ period, trips, stops }: AssetReport): DaySums[] {
  return period.days.map(({ date, fromMs, untilMs }) => {
    const overlapMs = (beginMs: number, endMs: number) =>
      Math.max(0, Math.min(endMs, untilMs) - Math.max(beginMs, fromMs))
    const isToday = (ms: number) => ms >= fromMs && ms < untilMs
    const parts = trips
      .filter(({ departMs, arriveMs }) => overlapMs(departMs, arriveMs) > 0 || isToday(departMs))
      .map((trip) => toPart(trip, fromMs, untilMs))
    const standingSeconds = stops.reduce((sum, { arriveMs, departMs }) => sum + overlapMs(arriveMs, departMs) / 1000, 0)
    return {
      date,
      ...addSums(parts),
      stops: stops.filter(({ arriveMs }) => isToday(arriveMs)).length,
      stoppedS: standingSeconds,
    }
  })
}

function toPart(trip: ReportedTrip, fromMs: number, untilMs: number): ReportSums {
  const [beginMs, endMs] = [Math.max(trip.departMs, fromMs), Math.min(trip.arriveMs, untilMs)]
  const durationMs = trip.arriveMs - trip.departMs
  const share = durationMs > 0 ? (endMs - beginMs) / durationMs : 1
  const isToday = ({ timeMs }: { readonly timeMs: number }) => timeMs >= fromMs && timeMs < untilMs
  const harsh = trip.harsh?.filter(isToday)
  const speeding = trip.speeding?.filter(isToday)
  return {
    distanceM: distanceAtTime(trip, endMs) - distanceAtTime(trip, beginMs),
    trips: isToday({ timeMs: trip.departMs }) ? 1 : 0,
    stops: 0,
    drivingS: (endMs - beginMs) / 1000,
    idleS: trip.idleS * share,
    stoppedS: 0,
    unseenS: trip.unseenS * share,
    maxSpeedMs: trip.maxSpeedMs,
    harshBraking: harsh ? harsh.filter(({ kind }) => kind === 'harsh_braking').length : null,
    harshAcceleration: harsh ? harsh.filter(({ kind }) => kind === 'harsh_acceleration').length : null,
    speeding: speeding ? speeding.length : null,
    speedingS: speeding ? speeding.reduce((sum, { durationS }) => sum + durationS, 0) : null,
    firstDepartMs: beginMs,
    lastArriveMs: endMs,
  }
}

/** Returns the distance from the start of a trip at a given time, in meters. */
function distanceAtTime({ fixes, alongM, departMs, arriveMs, distanceM }: ReportedTrip, timeMs: number): number {
  if (timeMs <= departMs) return 0
  if (timeMs >= arriveMs) return distanceM
  const next = fixes.findIndex((fix) => fix.timeMs >= timeMs)
  if (next <= 0) return 0
  const [beforeMs, afterMs] = [Math.max(departMs, fixes[next - 1]?.timeMs ?? 0), fixes[next]?.timeMs ?? 0]
  const [beforeM, afterM] = [alongM[next - 1] ?? 0, alongM[next] ?? 0]
  return afterMs > beforeMs ? beforeM + ((afterM - beforeM) * (timeMs - beforeMs)) / (afterMs - beforeMs) : afterM
}

/** Adds up the totals of days or assets. The list may be empty. */
export function addSums(sumsByDay: readonly ReportSums[]): ReportSums {
  const sum = (pick: (one: ReportSums) => number) => sumsByDay.reduce((total, daySums) => total + pick(daySums), 0)
  const listKnownValues = (pick: (one: ReportSums) => number | null) =>
    sumsByDay.map(pick).filter((value) => value !== null)
  const sumKnown = (pick: (one: ReportSums) => number | null) => {
    const values = listKnownValues(pick)
    return values.length > 0 ? values.reduce((total, value) => total + value, 0) : null
  }
  const departures = listKnownValues((daySums) => daySums.firstDepartMs)
  const arrivals = listKnownValues((daySums) => daySums.lastArriveMs)
  return {
    distanceM: sum((daySums) => daySums.distanceM),
    trips: sum((daySums) => daySums.trips),
    stops: sum((daySums) => daySums.stops),
    drivingS: sum((daySums) => daySums.drivingS),
    idleS: sum((daySums) => daySums.idleS),
    stoppedS: sum((daySums) => daySums.stoppedS),
    unseenS: sum((daySums) => daySums.unseenS),
    maxSpeedMs: Math.max(0, ...sumsByDay.map((daySums) => daySums.maxSpeedMs)),
    harshBraking: sumKnown((daySums) => daySums.harshBraking),
    harshAcceleration: sumKnown((daySums) => daySums.harshAcceleration),
    speeding: sumKnown((daySums) => daySums.speeding),
    speedingS: sumKnown((daySums) => daySums.speedingS),
    firstDepartMs: departures.length > 0 ? Math.min(...departures) : null,
    lastArriveMs: arrivals.length > 0 ? Math.max(...arrivals) : null,
  }
}
