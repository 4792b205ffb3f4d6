import type { HarshEvent, SpeedingEvent, TrackStop } from '@fairway/tracking'
import type { AssetReport, ReportedTrip } from './asset-report.ts'
import type { ReportSums } from './sum-days.ts'

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
const toMinutes = (seconds: number) => round(seconds / 60, 2)
const toMinutesOrNull = (seconds: number | null) => (seconds === null ? null : toMinutes(seconds))
const toKmh = (speedMs: number) => round(3.6 * speedMs, 1)
const toKm = (meters: number) => round(meters / 1000, 3)
const toIsoTime = (ms: number) => new Date(ms).toISOString()
const toIsoTimeOrNull = (ms: number | null) => (ms === null ? null : toIsoTime(ms))

interface Place {
  readonly latitude: number
  readonly longitude: number
}
const toPoint = ({ latitude, longitude }: Place): [number, number] => [round(latitude, 6), round(longitude, 6)]

export function toReportHead({ asset, period }: AssetReport) {
  const { timeZone, fromMs, untilMs } = period
  return { asset: asset.id, time_zone: timeZone, from: toIsoTime(fromMs), until: toIsoTime(untilMs) }
}

export function toTripReply(trip: ReportedTrip) {
  const { departMs, arriveMs, fixes, distanceM, source, idleS, unseenS, maxSpeedMs, harsh, speeding } = trip
  const durationS = (arriveMs - departMs) / 1000
  const count = (kind: HarshEvent['kind']) => (harsh ? harsh.filter((event) => event.kind === kind).length : null)
  const events = [...(harsh ?? []), ...(speeding ?? [])].sort((a, b) => a.timeMs - b.timeMs)
  return {
    depart_at: toIsoTime(departMs),
    arrive_at: toIsoTime(arriveMs),
    start: toPoint(fixes[0] ?? { latitude: 0, longitude: 0 }),
    end: toPoint(fixes.at(-1) ?? { latitude: 0, longitude: 0 }),
    distance_km: toKm(distanceM),
    distance_source: source,
    duration_min: toMinutes(durationS),
    idle_min: toMinutes(idleS),
    unseen_min: toMinutes(unseenS),
    average_kmh: durationS > 0 ? toKmh(distanceM / durationS) : 0,
    max_kmh: toKmh(maxSpeedMs),
    harsh_braking: count('harsh_braking'),
    harsh_acceleration: count('harsh_acceleration'),
    speeding: speeding ? speeding.length : null,
    speeding_min: speeding ? toMinutes(speeding.reduce((sum, { durationS }) => sum + durationS, 0)) : null,
    events: events.map(toEventReply),
  }
}

function toEventReply(event: HarshEvent | SpeedingEvent) {
  const { kind, timeMs, durationS } = event
  const head = { kind, time: toIsoTime(timeMs), at: toPoint(event), duration_s: round(durationS, 1) }
  return event.kind === 'speeding'
    ? { ...head, max_kmh: toKmh(event.maxSpeedMs), limit_kmh: event.limitKmh, road: event.road }
    : {
        ...head,
        from_kmh: toKmh(event.fromSpeedMs),
        to_kmh: toKmh(event.toSpeedMs),
        peak_ms2: round(event.peakMs2, 1),
      }
}

export function toStopReply(stop: TrackStop) {
  const { arriveMs, departMs, isFirst, isLast } = stop
  return {
    at: toPoint(stop),
    arrive_at: isFirst ? null : toIsoTime(arriveMs),
    depart_at: isLast ? null : toIsoTime(departMs),
    duration_min: toMinutes((departMs - arriveMs) / 1000),
  }
}

export function toSumsReply(sums: ReportSums) {
  return {
    distance_km: toKm(sums.distanceM),
    trips: sums.trips,
    stops: sums.stops,
    driving_min: toMinutes(sums.drivingS),
    idle_min: toMinutes(sums.idleS),
    stopped_min: toMinutes(sums.stoppedS),
    unseen_min: toMinutes(sums.unseenS),
    max_kmh: toKmh(sums.maxSpeedMs),
    harsh_braking: sums.harshBraking,
    harsh_acceleration: sums.harshAcceleration,
    speeding: sums.speeding,
    speeding_min: toMinutesOrNull(sums.speedingS),
    first_depart_at: toIsoTimeOrNull(sums.firstDepartMs),
    last_arrive_at: toIsoTimeOrNull(sums.lastArriveMs),
  }
}
