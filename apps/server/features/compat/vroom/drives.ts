import { encodePolyline } from '@fairway/geo'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Location, Point, Vehicle } from './input.ts'
import { type TimeScale, toTrafficTime } from './time-scale.ts'
import { toProfile } from './to-optimize.ts'

/** Drive of a vehicle through its stops. */
export interface Drive {
  /** Encoded polyline. Empty if not needed. */
  readonly line: string
  readonly legs: readonly { readonly seconds: number; readonly meters: number }[]
}

interface NativeLeg {
  readonly distance_km: number
  readonly eta_min: number
  readonly geometry: readonly Point[] | null
}

export interface DriveRequest {
  readonly vehicle: Vehicle
  readonly stops: readonly (Location | undefined)[]
  readonly scale: TimeScale
  readonly hasLine: boolean
}

export interface DriveFailure {
  readonly problem: Problem
  readonly leg: number
}

/**
 * Plans the drive between the stops of a VROOM route. Each leg is requested separately for its planned time, because
 * the optimizer assumed separate legs. A route through all stops would avoid U-turns at the stops.
 */
export async function findDrive(
  call: OperationCaller,
  caller: Caller,
  { vehicle, stops, scale, hasLine }: DriveRequest,
): Promise<Result<Drive, DriveFailure>> {
  const geometry = hasLine ? 'points' : 'none'
  const options = { profile: toProfile(vehicle), ...toTrafficTime(scale), steps: false, alternatives: 0, geometry }
  const points = stops.flatMap((stop): Point[] => (stop?.position ? [stop.position] : []))
  const line: Point[] = []
  const legs: Drive['legs'][number][] = []
  for (const [leg, to] of points.slice(1).entries()) {
    const reply = await call('route', caller, { body: { ...options, from: points[leg], to } })
    if (!reply.ok) return fail({ problem: reply.problem, leg })
    const { distance_km, eta_min, geometry: part } = reply.body as NativeLeg
    if (hasLine) line.push(...(part ?? []))
    legs.push({ seconds: Math.round((eta_min * 60) / vehicle.speedFactor), meters: distance_km * 1000 })
  }
  return ok({ line: hasLine ? encodePolyline(line.filter(isFirstOrOther), 5) : '', legs })
}

/** Returns whether a point differs from the previous point. Each leg begins where the previous leg ends. */
function isFirstOrOther([latitude, longitude]: Point, index: number, line: readonly Point[]): boolean {
  const previousPoint = line[index - 1]
  return previousPoint === undefined || previousPoint[0] !== latitude || previousPoint[1] !== longitude
}
