import { closeRings } from '../../osm/rings.ts'
import { NO_NODE, type RawRelation, type RawRoads } from '../collect.ts'
import { isAreaOutline } from './area-kind.ts'

/** A square, parking lot or platform that people cross in straight lines. */
export interface Area {
  /** Tags of the area, without tags that give a line a direction. */
  readonly tags: ReadonlyMap<string, string>
  /** Raw nodes of each outer ring and hole. The last node does not repeat the first. */
  readonly rings: readonly (readonly number[])[]
  /** Ways that form the rings. Paths across the area have the ID of the first way. */
  readonly outline: readonly number[]
  /** Number of ways that form outer rings. These ways come first in `outline`. */
  readonly outerCount: number
}

/** Lists the areas of an extract. Rings that are not closed or that the extract cuts off are skipped. */
export function listAreas(rawRoads: RawRoads): Area[] {
  const relationAreas = listRelationAreas(rawRoads)
  const outerWays = new Set(relationAreas.flatMap(({ outline, outerCount }) => outline.slice(0, outerCount)))
  const { ways } = rawRoads
  const areas = [...relationAreas]
  for (let way = 0; way < ways.count; way++) {
    const nodes = ways.node.subarray(ways.refFirst[way], ways.refFirst[way + 1])
    // Skip outer ways of relations, because only the relation contains the holes.
    if (nodes.length < 4 || nodes[0] !== nodes[nodes.length - 1] || outerWays.has(way)) continue
    if (!isAreaOutline(ways.tags[way]) || nodes.includes(NO_NODE)) continue
    const rings = [Array.from(nodes.subarray(1))]
    areas.push({ tags: toSurfaceTags(ways.tags[way]), rings, outline: [way], outerCount: 1 })
  }
  return areas
}

function listRelationAreas(rawRoads: RawRoads): Area[] {
  const wayById = new Map<number, number>()
  for (const { members } of rawRoads.areas) for (const { kind, id } of members) if (kind === 'way') wayById.set(id, -1)
  if (wayById.size === 0) return []
  for (let way = 0; way < rawRoads.ways.count; way++) {
    if (wayById.get(rawRoads.ways.id[way]) === -1) wayById.set(rawRoads.ways.id[way], way)
  }
  return rawRoads.areas.flatMap((relation) => toArea(rawRoads, relation, wayById) ?? [])
}

function toArea(
  { ways }: RawRoads,
  { tags, members }: RawRelation,
  wayById: ReadonlyMap<number, number>,
): Area | undefined {
  const outerWays: number[] = []
  const innerWays: number[] = []
  for (const { kind, role, id } of members) {
    const way = kind === 'way' ? wayById.get(id) : undefined
    if (way === undefined) continue
    if (way < 0) return undefined
    if (role === 'inner') innerWays.push(way)
    else outerWays.push(way)
  }
  const linesOf = (list: readonly number[]) =>
    list.map((way) => ways.node.subarray(ways.refFirst[way], ways.refFirst[way + 1]))
  const outline = [...outerWays, ...innerWays]
  if (linesOf(outline).some((line) => line.includes(NO_NODE))) return undefined
  const outerRings = closeRings(linesOf(outerWays))
  const innerRings = innerWays.length === 0 ? [] : closeRings(linesOf(innerWays))
  if (!outerRings || !innerRings) return undefined
  return { tags: toSurfaceTags(tags), rings: [...outerRings, ...innerRings], outline, outerCount: outerWays.length }
}

/** Tags that are removed, because the outline may have a direction but paths across the area do not. */
const lineOnlyKeys = ['oneway', 'oneway:bicycle', 'oneway:foot', 'junction', 'conveying', 'type']

function toSurfaceTags(tags: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const surfaceTags = new Map(tags)
  for (const key of lineOnlyKeys) surfaceTags.delete(key)
  return surfaceTags
}
