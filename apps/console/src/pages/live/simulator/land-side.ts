import type { ReverseReply } from '@fairway/client'
import type { Point } from '../../../points.ts'
import { callApi } from '../../../state/calls.ts'
import { TURN_OFF_DEGREES, type Vehicle } from './vehicle.ts'

/** Maximum wait for the street lookup, in milliseconds. The van must leave its route without a noticeable delay. */
const LOOKUP_TIMEOUT_MS = 1_500

/** Returns the turn angle that leads toward a street. A turn in the other direction may lead into a river. */
export async function findTurnTowardStreet(vehicle: Pick<Vehicle, 'findOffRouteEnd'>): Promise<number> {
  const [rightMeters, leftMeters] = await Promise.all(
    [TURN_OFF_DEGREES, -TURN_OFF_DEGREES].map((turn) => metersToStreet(vehicle.findOffRouteEnd(turn))),
  )
  return (leftMeters ?? 0) < (rightMeters ?? 0) ? -TURN_OFF_DEGREES : TURN_OFF_DEGREES
}

const streetKinds: ReadonlySet<string> = new Set(['address', 'street'])

/**
 * Returns the distance to the nearest street. Other results are ignored because reverse geocoding matches suburbs and
 * towns even from far out at sea.
 */
async function metersToStreet([latitude, longitude]: Point): Promise<number> {
  const query = { lat: latitude.toFixed(6), lon: longitude.toFixed(6) }
  const call = { method: 'GET', path: '/v1/reverse', query } as const
  const reply = await callApi<ReverseReply>(call, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)).catch(() => undefined)
  return reply !== undefined && streetKinds.has(reply.kind) ? reply.distance_m : Number.POSITIVE_INFINITY
}
