import type { PathKind } from '../paths/path-kind.ts'
import type { TrafficRegion } from '../rules.ts'
import { findLegalLimit } from '../speed/maxspeed.ts'
import type { Direction, WayTags } from '../way-tags.ts'

const RIDING_KMH = 17
const PUSHING_KMH = 4
const PUSHING_ON_STEPS_KMH = 2

/** Speeds in km/h on ways that are slower than a street. */
const kmhByKind = new Map<string, number>([
  ['track', 14],
  ['path', 14],
  ['parking', 10],
  ['railway', 10],
  ['movable', 5],
  ['platform', PUSHING_KMH],
  ['pedestrian', 8],
  ['footway', 10],
  ['steps', PUSHING_ON_STEPS_KMH],
])

/** Maximum speed in km/h by surface. Smooth surfaces are not listed. */
const surfaceKmh = new Map<string, number>([
  ['wood', 10],
  ['metal', 10],
  ['cobblestone:flattened', 10],
  ['paving_stones', 15],
  ['compacted', 14],
  ['fine_gravel', 13],
  ['ground', 10],
  ['sett', 9],
  ['unhewn_cobblestone', 6],
  ['dirt', 8],
  ['cobblestone', 7],
  ['unpaved', 9],
  ['gravel', 7],
  ['pebblestone', 6],
  ['grass_paver', 6],
  ['earth', 7],
  ['grass', 6],
  ['laterite', 5],
  ['mud', 3],
  ['sand', 3],
  ['woodchips', 4],
])

const tracktypeKmh = new Map<string, number>([
  ['grade2', 13],
  ['grade3', 10],
  ['grade4', 8],
  ['grade5', 6],
])
const smoothnessKmh = new Map<string, number>([
  ['bad', 11],
  ['very_bad', 8],
  ['horrible', 6],
  ['very_horrible', 4],
  ['impassable', 3],
])

/** Returns the cycling speed in km/h. A speed limit matters only if it is lower than the usual cycling speed. */
export function ridingKmh(tags: WayTags, { name }: PathKind, direction: Direction, region: TrafficRegion): number {
  const usualKmh = kmhByKind.get(name) ?? RIDING_KMH
  const groundKmh = Math.min(
    surfaceKmh.get(tags.get('surface') ?? '') ?? usualKmh,
    tracktypeKmh.get(tags.get('tracktype') ?? '') ?? usualKmh,
    smoothnessKmh.get(tags.get('smoothness') ?? '') ?? usualKmh,
  )
  const legalKmh = findLegalLimit(tags, direction, region) ?? usualKmh
  return Math.max(1, Math.min(usualKmh, groundKmh, legalKmh))
}

export function pushingKmh(tags: WayTags, { name }: PathKind): number {
  if (name === 'steps') return PUSHING_ON_STEPS_KMH
  return Math.min(PUSHING_KMH, surfaceKmh.get(tags.get('surface') ?? '') ?? PUSHING_KMH)
}

/** Time lost in a right-angle turn, in seconds. */
const TURN_SECONDS = 6
/** Factor for turning across oncoming traffic, which takes longer than turning to the near side. */
const TURN_SIDE_BIAS = 1.4
const UTURN_SECONDS = 20

export function bicycleTurnSeconds(angle: number, leftHandTraffic: boolean, isUturn: boolean): number {
  const rightAngles = angle / 90
  const isNearSide = angle >= 0 !== leftHandTraffic
  const factor = isNearSide ? 1 / TURN_SIDE_BIAS : TURN_SIDE_BIAS
  return rightAngles * rightAngles * TURN_SECONDS * factor + (isUturn ? UTURN_SECONDS : 0)
}
