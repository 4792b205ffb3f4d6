import type { Position } from '@fairway/geo'
import type { Refusal } from './refusal.ts'
import {
  type Aircraft,
  aircraftLimits,
  ceilingOf,
  defaultAircraft,
  type FlightRequest,
  MARGIN_LIMITS_M,
  MAX_VIA,
  MIN_ALTITUDE_M,
} from './request.ts'

type Rule = readonly [field: string, given: number | undefined, isFine: (value: number) => boolean, allowed: string]

const within = (low: number, high: number) => (value: number) => value >= low && value <= high
const fromTo = ([low, high]: readonly [low: number, high: number]) =>
  [within(low, high), `from ${low} to ${high}`] as const

/** Returns the first invalid value in a request, if any. NaN fails every rule. */
export function checkRequest(request: FlightRequest): Refusal | undefined {
  const { aircraft = {}, wind, altitudeM } = request
  const rules: Rule[] = [
    ...stopsOf(request).flatMap(({ field, at }): Rule[] => [
      [`${field}[0]`, at[0], within(-90, 90), 'a latitude from -90 to 90'],
      [`${field}[1]`, at[1], within(-180, 180), 'a longitude from -180 to 180'],
    ]),
    ['the number of via points', request.via?.length, within(0, MAX_VIA), `at most ${MAX_VIA}`],
    ['depart_at', request.departAtMs, within(-8.64e15, 8.64e15), 'a time'],
    ['aircraft.cruise_speed_ms', aircraft.cruiseSpeedMs, ...fromTo(aircraftLimits.cruiseSpeedMs)],
    ['aircraft.range_km', aircraft.rangeKm, ...fromTo(aircraftLimits.rangeKm)],
    ['aircraft.reserve_pct', aircraft.reservePct, (value) => value >= 0 && value < 100, 'at least 0 and below 100'],
    ['aircraft.max_altitude_m', aircraft.maxAltitudeM, ...fromTo(aircraftLimits.maxAltitudeM)],
    ['aircraft.climb_rate_ms', aircraft.climbRateMs, ...fromTo(aircraftLimits.climbRateMs)],
    ['aircraft.wind_limit_ms', aircraft.windLimitMs, ...fromTo(aircraftLimits.windLimitMs)],
    ['wind.speed_ms', wind?.speedMs, within(0, 150), 'from 0 to 150'],
    ['wind.from_deg', wind?.fromDeg, within(0, 360), 'from 0 to 360'],
    [
      'altitude_m',
      altitudeM,
      (value) => value >= MIN_ALTITUDE_M,
      `at least ${MIN_ALTITUDE_M}: lower altitudes leave too little room above the ground`,
    ],
    ['margin_m', request.marginM, ...fromTo(MARGIN_LIMITS_M)],
    ['take_off_sea_m', request.takeOffSeaM, within(-500, 9000), 'from -500 to 9000'],
    ['from_altitude_m', request.fromAltitudeM, within(-500, 20_000), 'from -500 to 20000'],
    ['corridor_factor', request.corridorFactor, (value) => value > 0 && value <= 1, 'more than 0 and at most 1'],
  ]
  const broken = rules.find(([, given, isFine]) => given !== undefined && !isFine(given))
  if (broken) return { kind: 'bad-number', field: broken[0], given: broken[1] ?? Number.NaN, allowed: broken[3] }
  return checkAgainstAircraft(request, { ...defaultAircraft, ...aircraft })
}

function checkAgainstAircraft({ wind, altitudeM }: FlightRequest, aircraft: Aircraft): Refusal | undefined {
  if (wind && wind.speedMs > aircraft.windLimitMs) {
    return { kind: 'wind-limit', givenMs: wind.speedMs, limitMs: aircraft.windLimitMs }
  }
  const ceiling = ceilingOf(aircraft)
  if (altitudeM !== undefined && altitudeM > ceiling.allowedM) {
    return { kind: 'altitude-impossible', askedM: altitudeM, ...ceiling }
  }
  return undefined
}

export function stopsOf({ from, via = [], to }: FlightRequest): { field: string; at: Position }[] {
  return [
    { field: 'from', at: from },
    ...via.map((at, index) => ({ field: `via[${index}]`, at })),
    { field: 'to', at: to },
  ]
}
