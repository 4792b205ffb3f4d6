import type { Position } from '@fairway/geo'
import type { Corridor, Validity, Zone } from '../model.ts'
import type { Flight } from '../plan/flight/flight.ts'
import { planFlight } from '../plan/plan-flight.ts'
import type { Refusal } from '../plan/refusal.ts'
import type { FlightRequest } from '../plan/request.ts'
import { makeSky } from '../sky.ts'
import { block, drawZone, offset } from './draw-zones.ts'

export const origin: Position = [48.1, 11.5]
export const here = (east: number, north: number) => offset(origin, east, north)
/** A Monday. */
export const departAtMs = Date.UTC(2026, 5, 1, 12)
export const minutes = (count: number) => departAtMs + count * 60_000
export const until = (untilMs: number): Validity[] => [{ untilMs, weekly: [] }]
export const since = (fromMs: number): Validity[] => [{ fromMs, weekly: [] }]

export type Wish = Partial<FlightRequest>
export const ask = (zones: readonly Zone[], wish: Wish = {}, corridors: readonly Corridor[] = []) =>
  planFlight(makeSky(zones, corridors), { from: here(-5000, 0), to: here(5000, 0), departAtMs, ...wish })

export function expectFlight(zones: readonly Zone[], wish: Wish = {}, corridors: readonly Corridor[] = []): Flight {
  const plan = ask(zones, wish, corridors)
  if (plan.kind !== 'planned') throw new Error(`refused: ${JSON.stringify(plan)}`)
  return plan.flight
}

export function expectRefusal(zones: readonly Zone[], wish: Wish = {}, corridors: readonly Corridor[] = []): Refusal {
  const plan = ask(zones, wish, corridors)
  if (plan.kind === 'planned') throw new Error('a flight was found')
  return plan
}

export const wall = (traits = {}) => drawZone('wall', block(origin, -200, -3000, 200, 3000), traits)
