import type { DroneRouteStep, MaritimeRouteStep, RouteStep, RouteStepLane } from '@fairway/client'
import type { Point } from '../../points.ts'
import { kilometers, minutes, nauticalMiles } from '../../ui/measures.ts'
import type { StepSign } from './result/step-icon.tsx'

export interface WayStep {
  readonly sign: StepSign
  readonly text: string
  /** Distance and duration. */
  readonly detail: string
  readonly at: Point
  /** Its first and last point index in the line. */
  readonly range?: readonly [number, number]
  readonly lanes?: readonly RouteStepLane[]
  readonly meters: number
  readonly seconds: number
}

interface AnyStep {
  readonly instruction: string
  readonly maneuver: { readonly at: Point }
  readonly geometry_range?: readonly [number, number]
  readonly distance_m: number
  readonly duration_s: number
}

export function roadSteps(steps: readonly RouteStep[]): WayStep[] {
  return steps.map((step) => ({
    ...common(step, kilometers(step.distance_m / 1_000)),
    sign: roadSign(step),
    ...(step.lanes === undefined ? {} : { lanes: step.lanes }),
  }))
}

function roadSign({ maneuver, mode, driving_side }: RouteStep): StepSign {
  const { type, modifier = 'straight', exit } = maneuver
  if (mode === 'ferry' && type !== 'arrive') return { name: 'ferry' }
  if (type === 'depart' || type === 'arrive') return { name: type }
  const isLeft = driving_side === 'left'
  if (/roundabout|rotary/.test(type) && !type.startsWith('exit'))
    return { name: 'roundabout', isMirrored: isLeft, ...(exit === undefined ? {} : { text: String(exit) }) }
  if (modifier === 'uturn') return { name: 'uturn', isMirrored: isLeft }
  if (type === 'merge') return { name: 'merge', isMirrored: modifier.includes('left') }
  if (type === 'fork' || type === 'off ramp') return { name: 'fork', isMirrored: modifier.includes('left') }
  return turnSign(modifier)
}

export function turnSign(modifier: string): StepSign {
  const isMirrored = modifier.includes('left')
  if (modifier.startsWith('sharp')) return { name: 'sharp', isMirrored }
  if (modifier.startsWith('slight')) return { name: 'slight', isMirrored }
  return modifier === 'left' || modifier === 'right' ? { name: 'turn', isMirrored } : { name: 'straight' }
}

export function droneSteps(steps: readonly DroneRouteStep[]): WayStep[] {
  return steps.map((step) => ({
    ...common(step, step.distance_m > 0 ? kilometers(step.distance_m / 1_000) : ''),
    sign:
      step.kind === 'fly' ? { name: 'straight', degrees: step.maneuver.bearing_after } : { name: step.kind as 'climb' },
  }))
}

export function seaSteps(steps: readonly MaritimeRouteStep[]): WayStep[] {
  return steps.map((step) => ({
    // Most instructions already contain the distance, so it is not repeated.
    ...common(step, / nm$/.test(step.instruction) ? '' : nauticalMiles(step.distance_nm)),
    sign: { name: step.kind === 'arrival' ? 'arrive' : step.kind === 'passage' ? 'passage' : 'wave' },
  }))
}

function common(step: AnyStep, far: string): Omit<WayStep, 'sign'> {
  const long = step.duration_s > 0 ? minutes(step.duration_s / 60) : ''
  return {
    text: step.instruction,
    detail: [step.distance_m > 0 ? far : '', long].filter((part) => part !== '').join(' · '),
    at: step.maneuver.at,
    ...(step.geometry_range === undefined ? {} : { range: step.geometry_range }),
    meters: step.distance_m,
    seconds: step.duration_s,
  }
}
