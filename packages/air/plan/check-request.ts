import type { Position } from '@fairway/geo'
import type { Refusal } from './refusal.ts'
import {
  type Aircraft,
  aircraftLimits,
  defaultAircraft,
  type FlightRequest,
  getCeiling,
  MARGIN_LIMITS_M,
  MAX_VIA,
  MIN_ALTITUDE_M,
} from './request.ts'

type NumberRule = readonly [
  field: string,
  given: number | undefined,
  isFine: (value: number) => boolean,
  allowed: string,
]

const isWithinRange = (low: number, high: number) => (value: number) => value >= low && value <= high
const formatRange = ([low, high]: readonly [low: number, high: number]) =>
  [isWithinRange(low, high), `from ${low} to ${high}`] as const

/** Returns the first invalid value in a request, if any. NaN fails every rule. */
export function checkRequest(request: FlightRequest): Refusal | undefined {
  const { aircraft = {}, wind, altitudeM } = request
  const rules: NumberRule[] = [
    ...listStops(request).flatMap(({ field, at }): NumberRule[] => [
      [`${field}[0]`, at[0], isWithinRange(-90, 90), 'a latitude from -90 to 90'],
      [`${field}[1]`, at[1], isWithinRange(-180, 180), 'a longitude from -180 to 180'],
    ]),
    ['the number of via points', request.via?.length, isWithinRange(0, MAX_VIA), `at most ${MAX_VIA}`],
    ['depart_at', request.departAtMs, isWithinRange(-8.64e15, 8.64e15), 'a time'],
    ['aircraft.cruise_speed_ms', aircraft.cruiseSpeedMs, ...formatRange(aircraftLimits.cruiseSpeedMs)],
    ['aircraft.range_km', aircraft.rangeKm, ...formatRange(aircraftLimits.rangeKm)],
    ['aircraft.reserve_pct', aircraft.reservePct, (value) => value >= 0 && value < 100, 'at least 0 and below 100'],
    ['aircraft.max_altitude_m', aircraft.maxAltitudeM, ...formatRange(aircraftLimits.maxAltitudeM)],
    ['aircraft.climb_rate_ms', aircraft.climbRateMs, ...formatRange(aircraftLimits.climbRateMs)],
    ['aircraft.wind_limit_ms', aircraft.windLimitMs, ...formatRange(aircraftLimits.windLimitMs)],
    ['wind.speed_ms', wind?.speedMs, isWithinRange(0, 150), 'from 0 to 150'],
    ['wind.from_deg', wind?.fromDeg, isWithinRange(0, 360), 'from 0 to 360'],
    [
      'altitude_m',
      altitudeM,
      (value) => value >= MIN_ALTITUDE_M,
      `at least ${MIN_ALTITUDE_M}: lower altitudes leave too little room above the ground`,
    ],
    ['margin_m', request.marginM, ...formatRange(MARGIN_LIMITS_M)],
    ['take_off_sea_m', request.takeOffElevationM, isWithinRange(-500, 9000), 'from -500 to 9000'],
    ['from_altitude_m', request.fromAltitudeM, isWithinRange(-500, 20_000), 'from -500 to 20000'],
    ['corridor_factor', request.corridorFactor, (value) => value > 0 && value <= 1, 'more than 0 and at most 1'],
  ]
  const brokenRule = rules.find(([, value, isFine]) => value !== undefined && !isFine(value))
  if (brokenRule)
    return { kind: 'bad-number', field: brokenRule[0], given: brokenRule[1] ?? Number.NaN, allowed: brokenRule[3] }
  return checkAgainstAircraft(request, { ...defaultAircraft, ...aircraft })
}

function checkAgainstAircraft({ wind, altitudeM }: FlightRequest, aircraft: Aircraft): Refusal | undefined {
  if (wind && wind.speedMs > aircraft.windLimitMs) {
    return { kind: 'wind-limit', givenMs: wind.speedMs, limitMs: aircraft.windLimitMs }
  }
  const ceiling = getCeiling(aircraft)
  if (altitudeM !== undefined && altitudeM > ceiling.allowedM) {
    return { kind: 'altitude-impossible', requestedM: altitudeM, ...ceiling }
  }
  return undefined
}

export function listStops({ from, via = [], to }: FlightRequest): { field: string; at: Position }[] {
  return [
    { field: 'from', at: from },
    ...via.map((position, index) => ({ field: `via[${index}]`, at: position })),
    { field: 'to', at: to },
  ]
}
