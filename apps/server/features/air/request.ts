import { type Aircraft, checkRequest, explainRefusal, type FlightRequest } from '@fairway/air'
import { ok, type Result } from '../../platform/result.ts'
import { readTime } from '../road/route/api/request.ts'
import type { GeometryFormat } from '../road/route/api/schemas.ts'
import { type Point, readPoint } from '../road/route/points.ts'
import type { AnyFailure } from './failures.ts'
import type { FlightJob } from './flight-job.ts'
import type { DroneFields, FlightFormat } from './schemas.ts'

export interface DroneQuery {
  readonly job: FlightJob
  readonly steps: boolean
  readonly geometry: GeometryFormat
  readonly format: FlightFormat
}

export function readDroneQuery(body: DroneFields, nowMs: number): Result<DroneQuery, AnyFailure> {
  const stops = readStops(body)
  if (!stops.ok) return stops
  const [from, to, ...via] = stops.value
  const time = readTime(body, nowMs)
  if (!time.ok) return time
  const { steps = true, geometry = 'points', format = 'json' } = body
  const job = { from, to, via, departAtMs: time.value.atMs, isFenced: format === 'plan', ...readFlightOptions(body) }
  return ok({ job, steps, geometry, format })
}

function readStops({ from, to, via = [] }: DroneFields): Result<[Point, Point, ...Point[]], AnyFailure> {
  const start = readPoint('from', from)
  if (!start.ok) return start
  const endPoint = readPoint('to', to)
  if (!endPoint.ok) return endPoint
  const stops: Point[] = []
  for (const [index, viaPoint] of via.entries()) {
    const stop = readPoint(`via[${index}]`, viaPoint)
    if (!stop.ok) return stop
    stops.push(stop.value)
  }
  return ok([start.value, endPoint.value, ...stops])
}

/**
 * Explains why a profile's flight options are invalid, whatever the route is. Returns undefined if the options are
 * valid.
 */
export function explainRoadOnlyOptions(profile: object): string | undefined {
  const placeholderTrip = { from: [0, 0], to: [0, 0], departAtMs: 0 } as const
  const refusal = checkRequest({ ...placeholderTrip, ...readFlightOptions(profile as DroneFields) })
  return refusal && `profile${refusal.kind === 'bad-number' ? '.' : ': '}${explainRefusal(refusal)}`
}

type FlightOptions = Omit<FlightRequest, 'from' | 'to' | 'via' | 'departAtMs'>

function readFlightOptions(body: DroneFields): FlightOptions {
  const { altitude_m, wind, corridors, authorisations, margin_m, take_off_sea_m, from_altitude_m } = body
  return {
    aircraft: readAircraft(body.aircraft ?? {}),
    ...(altitude_m !== undefined && { altitudeM: altitude_m }),
    ...(wind && { wind: { speedMs: wind.speed_ms, fromDeg: wind.from_deg } }),
    ...(corridors !== undefined && { corridors }),
    ...(authorisations && { authorisations }),
    ...(margin_m !== undefined && { marginM: margin_m }),
    ...(take_off_sea_m !== undefined && { takeOffElevationM: take_off_sea_m }),
    ...(from_altitude_m !== undefined && { fromAltitudeM: from_altitude_m }),
  }
}

function readAircraft(fields: NonNullable<DroneFields['aircraft']>): Partial<Aircraft> {
  const { cruise_speed_ms, range_km, reserve_pct, max_altitude_m, climb_rate_ms, wind_limit_ms } = fields
  return {
    ...(cruise_speed_ms !== undefined && { cruiseSpeedMs: cruise_speed_ms }),
    ...(range_km !== undefined && { rangeKm: range_km }),
    ...(reserve_pct !== undefined && { reservePct: reserve_pct }),
    ...(max_altitude_m !== undefined && { maxAltitudeM: max_altitude_m }),
    ...(climb_rate_ms !== undefined && { climbRateMs: climb_rate_ms }),
    ...(wind_limit_ms !== undefined && { windLimitMs: wind_limit_ms }),
  }
}
