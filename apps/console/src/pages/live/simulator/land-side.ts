import type { ReverseReply } from '@fairway/client'
import type { Point } from '../../../points.ts'
import { ask } from '../../../state/calls.ts'
import { TURN, type Vehicle } from './vehicle.ts'

/** The van must leave its route at once. This is the maximum wait for the street lookup. */
const WAIT_MS = 1_500

/** Returns the turn angle that ends near a street. The other side may be a river. */
export async function landSide(vehicle: Pick<Vehicle, 'endOfLeaving'>): Promise<number> {
  const [right, left] = await Promise.all([TURN, -TURN].map((turn) => metersToStreet(vehicle.endOfLeaving(turn))))
  return (left ?? 0) < (right ?? 0) ? -TURN : TURN
}

const streets: ReadonlySet<string> = new Set(['address', 'street'])

/** Reverse geocoding also matches suburbs and towns from far out on the water. */
async function metersToStreet([latitude, longitude]: Point): Promise<number> {
  const query = { lat: latitude.toFixed(6), lon: longitude.toFixed(6) }
  const call = { method: 'GET', path: '/v1/reverse', query } as const
  const found = await ask<ReverseReply>(call, AbortSignal.timeout(WAIT_MS)).catch(() => undefined)
  return found !== undefined && streets.has(found.kind) ? found.distance_m : Number.POSITIVE_INFINITY
}
