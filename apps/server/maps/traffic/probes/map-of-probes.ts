import type { BoundingBox } from '@fairway/dataset'
import type { ProbeTable } from './probe-table.ts'

/** Enough positions to see where the vehicles were. */
const MAX_LOOKED_AT = 20_000
/**
 * A smaller map that misses at most this share of positions is preferred over one that contains all, because routes are
 * computed on it.
 */
const MAX_MISSED = 0.1

/** A candidate map for the positions. */
export interface MapBox {
  readonly boundingBox: BoundingBox
}

/** The smallest map that contains nearly as many positions as any other. Undefined when none contains any. */
export function findMapOf<T extends MapBox>(positions: ProbeTable, maps: readonly T[]): T | undefined {
  const counted = maps.map((map) => ({ map, inside: shareInside(positions, map.boundingBox) }))
  const most = Math.max(0, ...counted.map(({ inside }) => inside))
  if (most === 0) return undefined
  const near = counted.filter(({ inside }) => inside >= (1 - MAX_MISSED) * most)
  return near.reduce((best, one) => (areaOf(one.map) < areaOf(best.map) ? one : best)).map
}

/** The share of positions inside a box, from 0 to 1. */
export function shareInside(positions: ProbeTable, box: BoundingBox): number {
  const step = Math.max(1, Math.floor(positions.count / MAX_LOOKED_AT))
  let [inside, all] = [0, 0]
  for (let position = 0; position < positions.count; position += step) {
    all++
    if (isInside(box, positions.latitude(position), positions.longitude(position))) inside++
  }
  return all === 0 ? 0 : inside / all
}

/** A box whose west is greater than its east crosses the antimeridian. */
function isInside({ south, north, west, east }: BoundingBox, latitude: number, longitude: number): boolean {
  if (latitude < south || latitude > north) return false
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

function areaOf({ boundingBox: { south, north, west, east } }: MapBox): number {
  return (north - south) * (west <= east ? east - west : east - west + 360)
}
