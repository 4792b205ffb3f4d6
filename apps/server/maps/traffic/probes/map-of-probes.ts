import type { BoundingBox } from '@fairway/dataset'
import type { ProbeTable } from './probe-table.ts'

/** Maximum number of sampled positions, which is enough to determine where the vehicles were. */
const MAX_SAMPLED_POSITIONS = 20_000
/**
 * Maximum share of positions that the chosen map may miss. A smaller map is preferred even if a larger map contains all
 * positions, because routes are computed on the smaller map.
 */
const MAX_OUTSIDE_SHARE = 0.1

/** Candidate map for the positions. */
export interface MapWithBoundingBox {
  readonly boundingBox: BoundingBox
}

/**
 * Returns the smallest map that contains nearly as many positions as any other map. Returns undefined if no map
 * contains any position.
 */
export function findMapForPositions<T extends MapWithBoundingBox>(
  positions: ProbeTable,
  maps: readonly T[],
): T | undefined {
  const shareByMap = maps.map((map) => ({ map, inside: getShareInside(positions, map.boundingBox) }))
  const maxShareInside = Math.max(0, ...shareByMap.map(({ inside }) => inside))
  if (maxShareInside === 0) return undefined
  const candidates = shareByMap.filter(({ inside }) => inside >= (1 - MAX_OUTSIDE_SHARE) * maxShareInside)
  return candidates.reduce((bestCandidate, candidate) =>
    computeArea(candidate.map) < computeArea(bestCandidate.map) ? candidate : bestCandidate,
  ).map
}

/** Returns the share of positions inside a box, from 0 to 1. */
export function getShareInside(positions: ProbeTable, box: BoundingBox): number {
  const step = Math.max(1, Math.floor(positions.count / MAX_SAMPLED_POSITIONS))
  let [insideCount, totalCount] = [0, 0]
  for (let position = 0; position < positions.count; position += step) {
    totalCount++
    if (isInside(box, positions.latitude(position), positions.longitude(position))) insideCount++
  }
  return totalCount === 0 ? 0 : insideCount / totalCount
}

/** Returns whether a point is inside a box. A box whose west is greater than its east crosses the antimeridian. */
function isInside({ south, north, west, east }: BoundingBox, latitude: number, longitude: number): boolean {
  if (latitude < south || latitude > north) return false
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

function computeArea({ boundingBox: { south, north, west, east } }: MapWithBoundingBox): number {
  return (north - south) * (west <= east ? east - west : east - west + 360)
}
