import type { Point } from '../request/coordinates.ts'
import { type LineFormat, writeLine, writeLocation } from './lines.ts'
import type { NativeManeuver, NativeStep } from './native-route.ts'

/** OSRM writes one decimal. */
export function roundTenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** A step of OSRM as JSON. Written directly, because a route has dozens of steps, and objects would take twice as long. */
export function writeStep(step: NativeStep, geometry: readonly Point[], format: LineFormat): string {
  const [from, to] = step.geometry_range ?? [0, 0]
  const duration = roundTenths(step.duration_s)
  const { name, ref, destinations, exits, rotary_name, pronunciation, mode, driving_side } = step
  const optional = `${writeText('ref', ref)}${writeText('pronunciation', pronunciation)}${writeText('destinations', destinations)}${writeText('exits', exits)}${writeText('rotary_name', rotary_name)}`
  return `{"geometry":${writeLine(geometry.slice(from, to + 1), format)},"maneuver":${writeManeuver(step.maneuver)},"mode":"${mode}","driving_side":"${driving_side}","name":${JSON.stringify(name)}${optional},"intersections":[${writeIntersection(step)}],"weight":${duration},"duration":${duration},"distance":${roundTenths(step.distance_m)}}`
}

/** A field that is left out if it is undefined. */
function writeText(key: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${key}":${JSON.stringify(value)}`
}

function writeManeuver({ type, modifier, exit, bearing_before, bearing_after, at }: NativeManeuver): string {
  // OSRM has one name for leaving both kinds of roundabouts.
  const kind = type === 'exit roundabout turn' ? 'exit roundabout' : type
  const number = exit === undefined ? '' : `,"exit":${exit}`
  return `{"type":"${kind}"${writeText('modifier', modifier)}${number},"location":${writeLocation(at)},"bearing_before":${bearing_before},"bearing_after":${bearing_after}}`
}

/** The intersection of the maneuver, with the two roads that the route uses. The others are unknown. */
function writeIntersection({ maneuver, lanes }: NativeStep): string {
  const { type, bearing_before, bearing_after, at } = maneuver
  const location = `{"location":${writeLocation(at)}`
  // Bearings point away from the intersection.
  const backward = (bearing_before + 180) % 360
  if (type === 'depart') return `${location},"bearings":[${bearing_after}],"entry":[true],"out":0}`
  if (type === 'arrive') return `${location},"bearings":[${backward}],"entry":[true],"in":0}`
  const laneList = lanes === undefined ? '' : `,"lanes":${JSON.stringify(lanes)}`
  if (backward === bearing_after)
    return `${location},"bearings":[${backward}],"entry":[true],"in":0,"out":0${laneList}}`
  return backward < bearing_after
    ? `${location},"bearings":[${backward},${bearing_after}],"entry":[false,true],"in":0,"out":1${laneList}}`
    : `${location},"bearings":[${bearing_after},${backward}],"entry":[true,false],"in":1,"out":0${laneList}}`
}

/** The names of the two roads that take longest, in the order of the route. */
export function summarizeSteps(steps: readonly NativeStep[]): string {
  const seconds = new Map<string, number>()
  for (const { name, ref = '', duration_s } of steps) {
    const label = name || ref
    if (label !== '') seconds.set(label, (seconds.get(label) ?? 0) + duration_s)
  }
  let [first, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of seconds.values()) {
    if (value > first) [first, second] = [value, first]
    else if (value > second) second = value
  }
  const longest: string[] = []
  // Of roads that take equally long, the first ones are named.
  for (const least of [first, second]) {
    for (const [label, value] of seconds) {
      if (value !== least || longest.includes(label)) continue
      longest.push(label)
      break
    }
  }
  return [...seconds.keys()].filter((label) => longest.includes(label)).join(', ')
}
