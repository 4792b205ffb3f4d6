import { findPathKind } from '../rules/paths/path-kind.ts'
import type { Tags } from '../rules/rules.ts'

/**
 * Returns whether a closed way with these tags is the outline of an area. Other closed ways are loops, and paths do not
 * cross the enclosed ground.
 */
export function isAreaOutline(tags: Tags): boolean {
  const area = tags.get('area')
  if (area === 'no' || !isWalkedOn(tags)) return false
  return area === 'yes' || tags.get('place') === 'square' || isPolygonByNature(tags)
}

/** Returns whether a relation describes an area that people may walk on. */
export function isAreaRelation(tags: Tags): boolean {
  return tags.get('type') === 'multipolygon' && isWalkedOn(tags)
}

/** Returns whether a closed way is an area by default, as platforms and parking lots are. */
function isPolygonByNature(tags: Tags): boolean {
  const kind = findPathKind(tags)?.name
  return kind === 'platform' || kind === 'parking'
}

/** Types of parking on open ground. People do not take shortcuts through parking garages. */
const openParking = new Set(['surface', 'street_side', 'lane', 'layby'])
const openBuildings = new Set(['no', 'roof', 'carport'])

function isWalkedOn(tags: Tags): boolean {
  const kind = findPathKind(tags)?.name
  if (kind === undefined || kind === 'railway' || kind === 'movable' || tags.get('route') !== undefined) return false
  if (kind !== 'parking') return true
  return openParking.has(tags.get('parking') ?? 'surface') && openBuildings.has(tags.get('building') ?? 'no')
}
