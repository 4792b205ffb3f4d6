import { findPathKind } from '../rules/paths/path-kind.ts'
import type { Tags } from '../rules/rules.ts'

/**
 * Whether a closed way with these tags bounds an area. Otherwise it is a loop, and paths do not cross the enclosed
 * area.
 */
export function isAreaOutline(tags: Tags): boolean {
  const area = tags.get('area')
  if (area === 'no' || !isWalkedOn(tags)) return false
  return area === 'yes' || tags.get('place') === 'square' || isPolygonByNature(tags)
}

/** Whether a relation describes an area that people may walk on. */
export function isAreaRelation(tags: Tags): boolean {
  return tags.get('type') === 'multipolygon' && isWalkedOn(tags)
}

/** Platforms are drawn as lines or as areas, and parking lots always as areas. */
function isPolygonByNature(tags: Tags): boolean {
  const kind = findPathKind(tags)?.name
  return kind === 'platform' || kind === 'parking'
}

/** Kinds of parking that are open ground. People do not take shortcuts through a garage. */
const openParking = new Set(['surface', 'street_side', 'lane', 'layby'])
const openBuildings = new Set(['no', 'roof', 'carport'])

function isWalkedOn(tags: Tags): boolean {
  const kind = findPathKind(tags)?.name
  if (kind === undefined || kind === 'railway' || kind === 'movable' || tags.get('route') !== undefined) return false
  if (kind !== 'parking') return true
  return openParking.has(tags.get('parking') ?? 'surface') && openBuildings.has(tags.get('building') ?? 'no')
}
