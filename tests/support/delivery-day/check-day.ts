import { flatDistanceMeters } from '@fairway/geo'
import type { Ask, DeliveryDay, LiveTour } from './day.ts'
import { INTERVAL_S, type SimulatedVan } from './van.ts'

interface Sums {
  readonly distance_km: number
  readonly trips: number
  readonly stops: number
  readonly driving_min: number
  readonly idle_min: number
  readonly stopped_min: number
}

interface TripsReply {
  readonly trips: readonly { readonly distance_km: number; readonly duration_min: number }[]
  readonly total_km: number
}

interface StopsReply {
  readonly stops: readonly { readonly at: readonly [number, number]; readonly duration_min: number }[]
}

export interface DayCheck {
  /** Descriptions of the inconsistencies. Empty if there are none. */
  readonly errors: readonly string[]
  readonly figures: {
    readonly done: number
    readonly canceled: number
    readonly drivenKm: number
    readonly trackKm: number
    readonly roadsKm: number
    readonly drivingMin: number
    readonly stoppedMin: number
    readonly meanLateMin: number
  }
}

/**
 * Maximum error of a visit in seconds. A van is within the radius of a stop (50 m plus the accuracy) before it arrives,
 * even while it drives around the block.
 */
const MAX_VISIT_ERROR_S = 60
const MAX_STOP_ERROR_M = 15
/**
 * Maximum error of a stop duration in minutes. Positions arrive every few seconds, so both ends of a stop are off by a
 * few seconds.
 */
const MAX_STOP_ERROR_MIN = 0.75

/** Compares the reports of the service with the actual trips of the vans. */
export async function checkDeliveryDay(ask: Ask, day: DeliveryDay): Promise<DayCheck> {
  const { vans, canceled, stops } = day
  const errors: string[] = []
  const check = (isRight: boolean, error: string) => void (isRight || errors.push(error))
  const orders = stops.length - 1
  const lateMs: number[] = []
  const done = new Set<number>()
  for (const van of vans) {
    for (const number of await checkVisits(ask, van, canceled, check, lateMs)) done.add(number)
    await checkStops(ask, van, day, check)
  }
  check(done.size === orders - canceled.length, `${done.size} of ${orders - canceled.length} orders are done`)
  check(new Set(canceled).size === 2, `two orders are canceled, not ${canceled}`)
  check(day.units.used === day.units.expected, `${day.units.used} units used, not ${day.units.expected}`)
  const { beforeMs, afterMs, reroutedMs } = day.incident
  check(afterMs > beforeMs, `the incident delays nobody: ${toTime(beforeMs)}, then ${toTime(afterMs)}`)
  check(reroutedMs <= afterMs + 1000, `the reroute arrives later: ${toTime(afterMs)}, then ${toTime(reroutedMs)}`)
  const track = await checkSums(ask, day, false, check)
  const roads = await checkSums(ask, day, true, check)
  const drivenKm = vans.reduce((sum, van) => sum + van.drivenM, 0) / 1000
  // Lines between positions cut corners.
  checkNear(check, 'distance of the tracks in km', track.distance_km, drivenKm, 0.04 * drivenKm)
  checkNear(check, 'distance along roads in km', roads.distance_km, drivenKm, 0.01 * drivenKm)
  return {
    errors,
    figures: {
      done: done.size,
      canceled: canceled.length,
      drivenKm,
      trackKm: track.distance_km,
      roadsKm: roads.distance_km,
      drivingMin: track.driving_min,
      stoppedMin: track.stopped_min,
      meanLateMin: lateMs.reduce((sum, ms) => sum + ms, 0) / lateMs.length / 60_000,
    },
  }
}

type Check = (isRight: boolean, error: string) => void

function checkNear(check: Check, what: string, reported: number, actual: number, tolerance: number): void {
  check(Math.abs(reported - actual) <= tolerance, `${what}: reported ${reported}, really ${actual}`)
}

/**
 * Checks that every stop of the tour was done while the van was there, or was canceled. Returns the stops that are
 * done.
 */
async function checkVisits(
  ask: Ask,
  van: SimulatedVan,
  canceled: readonly number[],
  check: Check,
  lateMs: number[],
): Promise<number[]> {
  const { stops, state } = (await ask('GET', `/v1/assets/${van.asset}/live`)) as LiveTour
  check(state === 'arrived', `${van.asset} is ${state}, but it is home`)
  const done: number[] = []
  for (const { stop, status, arrive_at, done_at, planned_at } of stops) {
    const visit = van.visits.find((one) => one.stop === stop)
    if (!visit) {
      check(canceled.includes(stop) && status === 'canceled', `stop ${stop} is ${status}, but nobody was there`)
      continue
    }
    check(status === 'done', `stop ${stop} is ${status}, but a van was there`)
    if (status !== 'done') continue
    done.push(stop)
    const seconds = (text: string | null | undefined, ms: number) => Math.abs(Date.parse(text ?? '') - ms) / 1000
    const [arrivalS, departureS] = [seconds(arrive_at, visit.arriveMs), seconds(done_at, visit.departMs)]
    check(arrivalS <= MAX_VISIT_ERROR_S, `stop ${stop}: arrive_at ${arrive_at}, really ${toTime(visit.arriveMs)}`)
    check(departureS <= MAX_VISIT_ERROR_S, `stop ${stop}: done_at ${done_at}, really ${toTime(visit.departMs)}`)
    lateMs.push(visit.arriveMs - Date.parse(planned_at))
  }
  return done
}

/** Checks that the stops detected in the track are the depot, the visits in order, and the depot again. */
async function checkStops(ask: Ask, van: SimulatedVan, day: DeliveryDay, check: Check): Promise<void> {
  const query = periodOf(day)
  const { stops } = (await ask('GET', `/v1/assets/${van.asset}/stops?${query}`)) as StopsReply
  const { trips } = (await ask('GET', `/v1/assets/${van.asset}/trips?${query}`)) as TripsReply
  check(trips.length === van.visits.length + 1, `${van.asset}: ${trips.length} trips for ${van.visits.length} visits`)
  check(stops.length === van.visits.length + 2, `${van.asset}: ${stops.length} stops for ${van.visits.length} visits`)
  if (stops.length !== van.visits.length + 2) return
  for (const [index, visit] of van.visits.entries()) {
    const stop = stops[index + 1]
    const meters = stop ? flatDistanceMeters(...stop.at, ...visit.at) : Number.NaN
    check(meters <= MAX_STOP_ERROR_M, `stop ${visit.stop} is reported ${meters} m away`)
    const minutes = (visit.departMs - visit.arriveMs) / 60_000
    checkNear(check, `minutes at stop ${visit.stop}`, stop?.duration_min ?? 0, minutes, MAX_STOP_ERROR_MIN)
  }
}

/**
 * Checks that trips add up to days, days to assets, and assets to the total. Driving and standing times must fill the
 * day.
 */
async function checkSums(ask: Ask, day: DeliveryDay, roads: boolean, check: Check): Promise<Sums> {
  const query = `${periodOf(day)}&roads=${roads}`
  const what = roads ? 'along roads' : 'of the tracks'
  const list = day.vans.map(({ asset }) => asset).join()
  const { assets, total } = (await ask('GET', `/v1/reports/summary?assets=${list}&${query}`)) as {
    readonly assets: readonly (Sums & { readonly asset: string })[]
    readonly total: Sums
  }
  const { days } = (await ask('GET', `/v1/reports/days?assets=${list}&${query}`)) as {
    readonly days: readonly (Sums & { readonly asset: string })[]
  }
  const fields = ['distance_km', 'trips', 'stops', 'driving_min', 'idle_min', 'stopped_min'] as const
  const sum = (rows: readonly Sums[], field: (typeof fields)[number]) => rows.reduce((all, row) => all + row[field], 0)
  for (const field of fields) {
    // Every row is rounded separately.
    const tolerance = 0.006 * (assets.length + 1)
    checkNear(check, `${field} ${what}, total of assets`, total[field], sum(assets, field), tolerance)
    checkNear(check, `${field} ${what}, total of days`, total[field], sum(days, field), 2 * tolerance)
  }
  for (const van of day.vans) {
    const row = assets.find(({ asset }) => asset === van.asset)
    const { trips, total_km } = (await ask('GET', `/v1/assets/${van.asset}/trips?${query}`)) as TripsReply
    const tripKm = trips.reduce((km, { distance_km }) => km + distance_km, 0)
    checkNear(check, `${van.asset}: kilometers ${what}`, total_km, tripKm, 0.001 * trips.length)
    checkNear(check, `${van.asset}: report ${what}`, row?.distance_km ?? 0, total_km, 0.002)
    const tripMin = trips.reduce((minutes, { duration_min }) => minutes + duration_min, 0)
    checkNear(check, `${van.asset}: minutes of trips`, row?.driving_min ?? 0, tripMin, 0.006 * (trips.length + 1))
    const seenMin = (van.lastMs - van.firstMs) / 60_000
    const reported = (row?.driving_min ?? 0) + (row?.stopped_min ?? 0)
    checkNear(check, `${van.asset}: minutes of the day`, reported, seenMin, INTERVAL_S / 60)
  }
  return total
}

/** Returns the query for the local day and the next day. */
function periodOf({ vans, endMs }: DeliveryDay): string {
  const from = new Date((vans[0]?.firstMs ?? endMs) - 3 * 3_600_000).toISOString().slice(0, 10)
  return `from=${from}&days=2&time_zone=America/Montevideo`
}

const toTime = (ms: number) => new Date(ms).toISOString()
