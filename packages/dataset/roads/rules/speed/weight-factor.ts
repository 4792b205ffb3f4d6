import type { Tags } from '../rules.ts'
import type { Direction } from '../way-tags.ts'
import { parseMeters } from './measure.ts'

/**
 * Inputs to the preference for a road. A preference is at most 1. If multiple preferences apply, the lowest one is
 * used.
 */
export interface PreferenceOptions {
  readonly bothWays: boolean
  readonly alternating: boolean
}

const minorServices = new Set(['alley', 'parking', 'parking_aisle', 'driveway', 'drive-through', 'drive-thru'])

export function isMinorService(tags: Tags): boolean {
  const service = tags.get('service')
  return service !== undefined && minorServices.has(service)
}

/**
 * Returns the weight per second of driving. For example, the factor is 2 on a driveway or on a single-lane two-way
 * road.
 */
export function weightFactor(tags: Tags, direction: Direction, { bothWays, alternating }: PreferenceOptions): number {
  let preference = isMinorService(tags) ? 0.5 : 1
  if (bothWays) preference = Math.min(preference, passingPreference(tags))
  if (alternating) preference = Math.min(preference, 0.4)
  const sideRoad = tags.get('side_road')
  if (sideRoad === 'yes' || sideRoad === 'rotary') preference = Math.min(preference, 0.8)
  if (mustYield(tags.get('priority'), direction)) preference = Math.min(preference, 0.7)
  return 1 / preference
}

/**
 * Returns a lower preference if two cars can hardly pass each other. The number of lanes takes precedence over the
 * width, and the width takes precedence over lane markings.
 */
function passingPreference(tags: Tags): number {
  const lanes = tags.get('lanes')
  if (lanes !== undefined && Number.parseInt(lanes, 10) <= 1 && !lanes.startsWith('-')) return 0.5
  const width = tags.get('width')
  const meters = width === undefined ? undefined : parseMeters(width)
  if (meters !== undefined) {
    if (meters <= 3) return 0.5
    if (meters < 4) return 0.6
    if (meters < 5) return 0.75
    if (meters < 6) return 0.8
  }
  return tags.get('lane_markings') === 'no' ? 0.75 : 1
}

/** Returns whether the opposite direction has priority in a narrow section. */
function mustYield(priority: string | undefined, direction: Direction): boolean {
  return priority === (direction === 'forward' ? 'backward' : 'forward')
}
