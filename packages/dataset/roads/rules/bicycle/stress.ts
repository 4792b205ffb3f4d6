import type { PathKind } from '../paths/path-kind.ts'
import type { WayTags } from '../way-tags.ts'

/**
 * Weight factors relative to a residential street. Cyclists accept a longer ride on a cycle path and a detour around
 * the traffic of a main road.
 */
const stressByKind = new Map<string, number>([
  ['trunk', 1.8],
  ['trunk_link', 1.8],
  ['primary', 1.4],
  ['primary_link', 1.4],
  ['secondary', 1.25],
  ['secondary_link', 1.25],
  ['tertiary', 1.15],
  ['tertiary_link', 1.15],
  ['unclassified', 1.05],
  ['service', 1.05],
  ['track', 0.8],
  ['living_street', 0.85],
])
/** Weight factors of paths without cars, from paths not built for bicycles to paths only for bicycles. */
const UNSPECIFIC_PATH = 0.9
const SHARED_PATH = 0.7
const SEGREGATED_PATH = 0.65
const CYCLE_PATH = 0.6
/** Fraction of the traffic stress that remains on a road with a lane or track. */
const STRESS_NEXT_TO_TRAFFIC = 0.25
const LANE_BONUS = 0.1

const stressByService = new Map<string, number>([
  ['alley', 1.2],
  ['parking_aisle', 1.2],
  ['drive-through', 2],
  // A driveway leads to a single house.
  ['driveway', 2],
])

const pathKinds = new Set(['cycleway', 'path', 'footway', 'pedestrian'])

export function stressFactor(tags: WayTags, { name }: PathKind, hasCycleway: boolean): number {
  if (pathKinds.has(name)) return pathStress(tags, name)
  const factor = (name === 'service' && stressByService.get(tags.get('service') ?? '')) || (stressByKind.get(name) ?? 1)
  if (!hasCycleway) return factor
  return factor < 1 ? factor : 1 + (factor - 1) * STRESS_NEXT_TO_TRAFFIC - LANE_BONUS
}

function pathStress(tags: WayTags, name: string): number {
  if (tags.get('segregated') === 'yes') return SEGREGATED_PATH
  const foot = tags.get('foot')
  if (name === 'cycleway') return foot === undefined || foot === 'no' ? CYCLE_PATH : SHARED_PATH
  return tags.get('bicycle') === undefined ? UNSPECIFIC_PATH : SHARED_PATH
}
