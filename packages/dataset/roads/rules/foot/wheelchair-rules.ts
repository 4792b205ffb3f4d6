import { NodeFlag, RoadClass, RoadFlag } from '@fairway/road'
import type { Tags } from '../rules.ts'

const passableValues = new Set(['yes', 'designated', 'permissive'])

const impassableSurfaces = new Set('sand mud rock stepping_stones snow ice'.split(' '))
const hardSurfaces = new Set(
  'gravel pebblestone ground dirt earth grass clay woodchips cobblestone unhewn_cobblestone unpaved grass_paver'.split(
    ' ',
  ),
)
const impassableSmoothness = new Set(['very_bad', 'horrible', 'very_horrible', 'impassable'])
const hardTracks = new Set(['grade3', 'grade4', 'grade5'])

/** Incline in percent above which wheelchair users need help. Ramps above MAX_INCLINE_PCT are impassable. */
const HARD_INCLINE_PCT = 6
const MAX_INCLINE_PCT = 12
const MIN_WIDTH_METERS = 0.8

/** Returns bits of RoadFlag. A `wheelchair` tag takes precedence over an estimate from the surface. */
export function readWheelchairFlags(tags: Tags, roadClass: RoadClass): number {
  const wheelchair = tags.get('wheelchair')
  if (wheelchair === 'no') return RoadFlag.noWheelchairs
  if (wheelchair !== undefined && passableValues.has(wheelchair)) return 0
  if (isImpassable(tags, roadClass)) return RoadFlag.noWheelchairs
  return wheelchair === 'limited' || isHard(tags) ? RoadFlag.hardForWheelchairs : 0
}

function isImpassable(tags: Tags, roadClass: RoadClass): boolean {
  if (roadClass === RoadClass.steps) return tags.get('ramp:wheelchair') !== 'yes'
  const widthMeters = Number.parseFloat(tags.get('width') ?? '')
  return (
    impassableSurfaces.has(tags.get('surface') ?? '') ||
    impassableSmoothness.has(tags.get('smoothness') ?? '') ||
    tags.get('sac_scale') !== undefined ||
    inclinePct(tags) > MAX_INCLINE_PCT ||
    widthMeters < MIN_WIDTH_METERS
  )
}

function isHard(tags: Tags): boolean {
  return (
    hardSurfaces.has(tags.get('surface') ?? '') ||
    tags.get('smoothness') === 'bad' ||
    hardTracks.has(tags.get('tracktype') ?? '') ||
    inclinePct(tags) > HARD_INCLINE_PCT
  )
}

/** Returns the incline in percent, or 0 if the tag is missing or contains only a direction (`up`). */
function inclinePct(tags: Tags): number {
  const match = /^[+-]?(\d+(?:\.\d+)?) ?([%°])$/.exec(tags.get('incline') ?? '')
  if (!match) return 0
  const value = Number(match[1])
  return match[2] === '°' ? 100 * Math.tan((value * Math.PI) / 180) : value
}

const impassableBarriers = new Set(
  'kissing_gate stile turnstile full-height_turnstile horse_stile cycle_barrier motorcycle_barrier log debris'.split(
    ' ',
  ),
)

/** Returns bits of NodeFlag. */
export function readWheelchairNodeFlags(tags: Tags): number {
  const wheelchair = tags.get('wheelchair')
  if (wheelchair === 'no') return NodeFlag.noWheelchairs
  if (wheelchair !== undefined && passableValues.has(wheelchair)) return 0
  // The curbs of a crossing affect only people who cross the street.
  const hasHighCurb = tags.get('kerb') === 'raised' && tags.get('highway') !== 'crossing'
  return hasHighCurb || impassableBarriers.has(tags.get('barrier') ?? '') ? NodeFlag.noWheelchairs : 0
}
