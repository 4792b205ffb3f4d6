import { kindLimits } from '@fairway/tracking'
import type { Asset, RouteMode } from '../assets/asset.ts'

/**
 * Returns whether an asset walks. Robots in road mode walk, so car durations and traffic do not apply. Robots in av
 * mode drive.
 */
export function isWalkingAsset(kind: Asset['kind'], mode: RouteMode): boolean {
  return kind === 'robot' && mode === 'road'
}

/** Duration of a path, and the fields that depend on it. */
export interface DurationFields {
  readonly distance_km: number
  readonly eta_min: number
  readonly free_flow_min?: number
  readonly typical_min?: number
  readonly legs?: readonly DurationFields[]
  readonly steps?: readonly TimedStep[]
  readonly incidents?: readonly object[]
}

interface TimedStep {
  readonly distance_m?: number
  readonly duration_s: number
}

interface TimedRoute extends DurationFields {
  readonly depart_at: string
  readonly arrive_at: string
  readonly alternatives?: readonly DurationFields[]
}

const toWalkingSeconds = (meters: number) => meters / kindLimits.robot.cruiseMs
const toWalkingMinutes = (kilometers: number) => round(toWalkingSeconds(1000 * kilometers) / 60, 3)
const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

/** Converts a car route to walking durations. With a fixed arrival time, the departure moves earlier. */
export function toWalkingRoute<R extends TimedRoute>(route: R, mustArrive: boolean): R {
  const walkingPath = toWalkingPath(route)
  const { alternatives, depart_at, arrive_at } = route
  const durationMs = Math.round(walkingPath.eta_min * 60_000)
  const formatInstant = (ms: number) => new Date(ms).toISOString()
  return {
    ...walkingPath,
    ...(alternatives && { alternatives: alternatives.map(toWalkingPath) }),
    depart_at: mustArrive ? formatInstant(Date.parse(arrive_at) - durationMs) : depart_at,
    arrive_at: mustArrive ? arrive_at : formatInstant(Date.parse(depart_at) + durationMs),
  }
}

function toWalkingPath<W extends DurationFields>(path: W): W {
  const { typical_min: _ofCars, ...rest } = path
  const eta_min = toWalkingMinutes(path.distance_km)
  return {
    ...(rest as W),
    eta_min,
    free_flow_min: eta_min,
    ...(path.legs && { legs: path.legs.map(toWalkingPath) }),
    ...(path.steps && { steps: path.steps.map(toWalkingStep) }),
    // Incidents do not delay pedestrians.
    ...(path.incidents && { incidents: path.incidents.map((incident) => ({ ...incident, delay_min: 0 })) }),
  }
}

function toWalkingStep<S extends TimedStep>(step: S): S {
  return step.distance_m === undefined ? step : { ...step, duration_s: round(toWalkingSeconds(step.distance_m), 1) }
}

/** Fields of a `POST /v1/reroute` reply that depend on durations. */
interface TimedReroute {
  readonly distance_km?: number
  readonly delta?: { readonly ops: readonly { readonly steps?: readonly TimedStep[] }[] }
  readonly route?: TimedRoute
  readonly receipt?: object
}

/** Converts a reroute reply to walking durations. The walking duration of the previous route is unknown. */
export function toWalkingReroute<R extends TimedReroute>(reply: R): R {
  const { distance_km, delta, route, receipt } = reply
  const eta_min = toWalkingMinutes(distance_km ?? 0)
  return {
    ...reply,
    ...(distance_km !== undefined && { eta_min, free_flow_min: eta_min, saved_min: 0 }),
    ...(delta && { delta: { ...delta, ops: delta.ops.map(toWalkingOp) } }),
    ...(route && { route: toWalkingRoute(route, false) }),
    ...(receipt && { receipt: { ...receipt, previous_eta_min: null, new_eta_min: eta_min } }),
  }
}

function toWalkingOp<O extends { readonly steps?: readonly TimedStep[] }>(op: O): O {
  return op.steps ? { ...op, steps: op.steps.map(toWalkingStep) } : op
}
