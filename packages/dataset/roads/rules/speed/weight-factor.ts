import type { Tags } from '../rules.ts'
import type { Direction } from '../way-tags.ts'
import { parseMeters } from './measure.ts'

/** How willingly one drives there, from 1 downwards: the least of all that apply counts, they do not add up. */
export interface Willingness {
  readonly bothWays: boolean
  readonly alternating: boolean
}

const minorServices = new Set(['alley', 'parking', 'parking_aisle', 'driveway', 'drive-through', 'drive-thru'])

export function isMinorService(tags: Tags): boolean {
  const service = tags.get('service')
  return service !== undefined && minorServices.has(service)
}

/** Weight per second of driving: 2 on a driveway, a road with one lane for both directions… */
export function weightFactor(tags: Tags, direction: Direction, { bothWays, alternating }: Willingness): number {
  let willingness = isMinorService(tags) ? 0.5 : 1
  if (bothWays) willingness = Math.min(willingness, meetingOthers(tags))
  if (alternating) willingness = Math.min(willingness, 0.4)
  const sideRoad = tags.get('side_road')
  if (sideRoad === 'yes' || sideRoad === 'rotary') willingness = Math.min(willingness, 0.8)
  if (givesWay(tags.get('priority'), direction)) willingness = Math.min(willingness, 0.7)
  return 1 / willingness
}

/** Room for two cars to pass each other: told by lanes first, then by width, then by paint. */
function meetingOthers(tags: Tags): number {
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

/** A narrow place where the other direction goes first. */
function givesWay(priority: string | undefined, direction: Direction): boolean {
  return priority === (direction === 'forward' ? 'backward' : 'forward')
}
