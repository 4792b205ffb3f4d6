import type { DroneRouteStep, MaritimeRouteStep, RouteStep, RouteStepLane } from '@fairway/client'
import type { Point } from '../../points.ts'
import { formatKilometers, formatMinutes, formatNauticalMiles } from '../../ui/format.ts'
import type { StepIconSpec } from './result/step-icon.tsx'

export interface DisplayStep {
  readonly icon: StepIconSpec
  readonly instruction: string
  /** Text with the distance and duration of the step. */
  readonly detail: string
  readonly at: Point
  /** Indexes in the line of the first and the last point of the step. */
  readonly range?: readonly [number, number]
  readonly lanes?: readonly RouteStepLane[]
  readonly meters: number
  readonly seconds: number
}

interface CommonStep {
  readonly instruction: string
  readonly maneuver: { readonly at: Point }
  readonly geometry_range?: readonly [number, number]
  readonly distance_m: number
  readonly duration_s: number
}

export function toRoadSteps(steps: readonly RouteStep[]): DisplayStep[] {
  return steps.map((step) => ({
    ...toCommonFields(step, formatKilometers(step.distance_m / 1_000)),
    icon: toRoadIcon(step),
    ...(step.lanes === undefined ? {} : { lanes: step.lanes }),
  }))
}

function toRoadIcon({ maneuver, mode, driving_side }: RouteStep): StepIconSpec {
  const { type, modifier = 'straight', exit } = maneuver
  if (mode === 'ferry' && type !== 'arrive') return { name: 'ferry' }
  if (type === 'depart' || type === 'arrive') return { name: type }
  const isLeftHandTraffic = driving_side === 'left'
  if (/roundabout|rotary/.test(type) && !type.startsWith('exit'))
    return { name: 'roundabout', isMirrored: isLeftHandTraffic, ...(exit === undefined ? {} : { text: String(exit) }) }
  if (modifier === 'uturn') return { name: 'uturn', isMirrored: isLeftHandTraffic }
  if (type === 'merge') return { name: 'merge', isMirrored: modifier.includes('left') }
  if (type === 'fork' || type === 'off ramp') return { name: 'fork', isMirrored: modifier.includes('left') }
  return toTurnIcon(modifier)
}

export function toTurnIcon(modifier: string): StepIconSpec {
  const isMirrored = modifier.includes('left')
  if (modifier.startsWith('sharp')) return { name: 'sharp', isMirrored }
  if (modifier.startsWith('slight')) return { name: 'slight', isMirrored }
  return modifier === 'left' || modifier === 'right' ? { name: 'turn', isMirrored } : { name: 'straight' }
}

export function toDroneSteps(steps: readonly DroneRouteStep[]): DisplayStep[] {
  return steps.map((step) => ({
    ...toCommonFields(step, step.distance_m > 0 ? formatKilometers(step.distance_m / 1_000) : ''),
    icon:
      step.kind === 'fly' ? { name: 'straight', degrees: step.maneuver.bearing_after } : { name: step.kind as 'climb' },
  }))
}

export function toSeaSteps(steps: readonly MaritimeRouteStep[]): DisplayStep[] {
  return steps.map((step) => ({
    // Most instructions already contain the distance, so the detail does not repeat it.
    ...toCommonFields(step, / nm$/.test(step.instruction) ? '' : formatNauticalMiles(step.distance_nm)),
    icon: { name: step.kind === 'arrival' ? 'arrive' : step.kind === 'passage' ? 'passage' : 'waterWaves' },
  }))
}

function toCommonFields(step: CommonStep, distanceText: string): Omit<DisplayStep, 'icon'> {
  const durationText = step.duration_s > 0 ? formatMinutes(step.duration_s / 60) : ''
  return {
    instruction: step.instruction,
    detail: [step.distance_m > 0 ? distanceText : '', durationText].filter((part) => part !== '').join(' · '),
    at: step.maneuver.at,
    ...(step.geometry_range === undefined ? {} : { range: step.geometry_range }),
    meters: step.distance_m,
    seconds: step.duration_s,
  }
}
