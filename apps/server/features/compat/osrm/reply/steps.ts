import type { Point } from '../request/coordinates.ts'
import { formatLine, type LineFormat, toLocation } from './lines.ts'
import type { NativeManeuver, NativeStep } from './native-route.ts'

/** Rounds to one decimal, as OSRM does. */
export function roundTenths(value: number): number {
  return Math.round(value * 10) / 10
}

export function toOsrmStep(step: NativeStep, geometry: readonly Point[], format: LineFormat): object {
  const [from, to] = step.geometry_range ?? [0, 0]
  const duration = roundTenths(step.duration_s)
  const { name, ref, destinations, exits, rotary_name, pronunciation, mode, driving_side } = step
  // JSON omits undefined fields.
  return {
    geometry: formatLine(geometry.slice(from, to + 1), format),
    maneuver: toOsrmManeuver(step.maneuver),
    mode,
    driving_side,
    name,
    ref,
    pronunciation,
    destinations,
    exits,
    rotary_name,
    intersections: [toIntersection(step)],
    weight: duration,
    duration,
    distance: roundTenths(step.distance_m),
  }
}

function toOsrmManeuver({ type, modifier, exit, bearing_before, bearing_after, at }: NativeManeuver): object {
  return {
    // OSRM has one name for leaving both kinds of roundabouts.
    type: type === 'exit roundabout turn' ? 'exit roundabout' : type,
    modifier,
    exit,
    location: toLocation(at),
    bearing_before,
    bearing_after,
  }
}

/** Returns the intersection of the maneuver with the two roads of the route. Other roads are unknown. */
function toIntersection({ maneuver, lanes }: NativeStep): object {
  const { type, bearing_before, bearing_after, at } = maneuver
  const location = toLocation(at)
  // Bearings point away from the intersection.
  const backward = (bearing_before + 180) % 360
  if (type === 'depart') return { location, bearings: [bearing_after], entry: [true], out: 0 }
  if (type === 'arrive') return { location, bearings: [backward], entry: [true], in: 0 }
  if (backward === bearing_after) return { location, bearings: [backward], entry: [true], in: 0, out: 0, lanes }
  const isInFirst = backward < bearing_after
  return {
    location,
    bearings: isInFirst ? [backward, bearing_after] : [bearing_after, backward],
    entry: isInFirst ? [false, true] : [true, false],
    in: isInFirst ? 0 : 1,
    out: isInFirst ? 1 : 0,
    lanes,
  }
}

/** Returns the names of the two roads with the longest durations, in the order of the route. */
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
  const longestNames: string[] = []
  // Among roads with equal durations, the earlier roads are named.
  for (const roadSeconds of [first, second]) {
    for (const [label, value] of seconds) {
      if (value !== roadSeconds || longestNames.includes(label)) continue
      longestNames.push(label)
      break
    }
  }
  return [...seconds.keys()].filter((label) => longestNames.includes(label)).join(', ')
}
