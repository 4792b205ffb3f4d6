import type { Position } from '@fairway/geo'
import { buildAirspaceIndex } from '../airspace-index.ts'
import type { Corridor, Validity, Zone } from '../model.ts'
import type { Flight } from '../plan/flight/flight.ts'
import { planFlight } from '../plan/plan-flight.ts'
import type { Refusal } from '../plan/refusal.ts'
import type { FlightRequest } from '../plan/request.ts'
import { makeRectangle, makeZone, offsetPosition } from './draw-zones.ts'

export const origin: Position = [48.1, 11.5]
export const positionAt = (east: number, north: number) => offsetPosition(origin, east, north)
/** Departure on a Monday. */
export const departAtMs = Date.UTC(2026, 5, 1, 12)
export const minutesAfterDeparture = (count: number) => departAtMs + count * 60_000
export const validUntil = (untilMs: number): Validity[] => [{ untilMs, weekly: [] }]
export const validSince = (fromMs: number): Validity[] => [{ fromMs, weekly: [] }]

export type RequestOverrides = Partial<FlightRequest>
export const planTestFlight = (
  zones: readonly Zone[],
  overrides: RequestOverrides = {},
  corridors: readonly Corridor[] = [],
) =>
  planFlight(buildAirspaceIndex(zones, corridors), {
    from: positionAt(-5000, 0),
    to: positionAt(5000, 0),
    departAtMs,
    ...overrides,
  })

export function expectFlight(
  zones: readonly Zone[],
  overrides: RequestOverrides = {},
  corridors: readonly Corridor[] = [],
): Flight {
  const result = planTestFlight(zones, overrides, corridors)
  if (result.kind !== 'planned') throw new Error(`refused: ${JSON.stringify(result)}`)
  return result.flight
}

export function expectRefusal(
  zones: readonly Zone[],
  overrides: RequestOverrides = {},
  corridors: readonly Corridor[] = [],
): Refusal {
  const result = planTestFlight(zones, overrides, corridors)
  if (result.kind === 'planned') throw new Error('a flight was found')
  return result
}

export const makeWall = (traits = {}) => makeZone('wall', makeRectangle(origin, -200, -3000, 200, 3000), traits)
