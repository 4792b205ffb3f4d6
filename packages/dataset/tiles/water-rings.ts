import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { computePointWeights, Paths, ringArea, toWorldX, toWorldY } from '@fairway/geo'
import type { CoastRings } from '@fairway/sea'
import { readLakes } from '../sea/read-lakes.ts'
import { readRings } from '../sea/read-rings.ts'

const HOLE_MARK = 1
const OUTER_MARK = 0
const ANTIMERIDIAN = 180e6
/** Water extends beyond the edge of the map, farther than the buffer of any tile, so that no outline is drawn there. */
const BEYOND_MAP_EDGE = 1 / 32

/**
 * Reads the seas and navigable lakes as rings on the tile square, largest first, with land in water marked as holes.
 */
export function readWaterRings(): Paths {
  const require = createRequire(import.meta.url)
  const seas = readRings(readFileSync(require.resolve('@geo-maps/earth-seas-100m/map.geo.json')))
  const lakes = readLakes(readFileSync(new URL('../sea/data/lakes.tsv', import.meta.url), 'utf8'))
  const into = new Paths()
  addRings(into, seas, markByOrientation(seas))
  addLakes(into, lakes)
  const sorted = sortLargestFirst(into)
  addShores(sorted, readFileSync(new URL('./data/shores.tsv', import.meta.url), 'utf8'))
  return sorted
}

/**
 * Refines coarse shores near a city that the map shows first. The `land` and `water` rings, one per line, are painted
 * over everything before them. The rings of Montevideo follow its southernmost streets in OpenStreetMap, which run
 * along the water.
 */
function addShores(into: Paths, table: string): void {
  const marks = table
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('land\t') ? HOLE_MARK : OUTER_MARK))
  addRings(into, readLakes(table), marks)
}

/**
 * Sorts rings by size. A nested ring is smaller than its parent, so in this order each ring can be painted over the
 * previous ones: water, the land in it, the water in that. Renderers would have to triangulate polygons with holes,
 * which fails where simplified shores touch.
 */
function sortLargestFirst(rings: Paths): Paths {
  const sizes = Float64Array.from({ length: rings.count }, (_, ring) => ringArea(rings, ring))
  const into = new Paths()
  for (const ring of Uint32Array.from(sizes.keys()).sort((a, b) => sizes[b] - sizes[a] || a - b)) {
    for (let at = rings.startOf(ring); at < rings.endOffsets[ring]; at++)
      into.add(rings.x[at], rings.y[at], rings.weight[at])
    into.endPath(rings.labels[ring], 4)
  }
  return into
}

/** In this source, outer rings run clockwise, each before its holes. */
function markByOrientation(rings: CoastRings): number[] {
  return listRings(rings).map(({ start, end }) => (signedArea(rings, start, end) > 0 ? HOLE_MARK : OUTER_MARK))
}

function addRings(into: Paths, rings: CoastRings, marks: readonly number[]): void {
  for (const [ring, { start, end }] of listRings(rings).entries()) addRing(into, rings, start, end, marks[ring])
}

/**
 * The orientation of lake rings has no meaning. A ring within an odd number of others is a hole of the smallest one.
 */
function addLakes(into: Paths, rings: CoastRings): void {
  const all = listRings(rings).map((ring) => ({ ...ring, size: Math.abs(signedArea(rings, ring.start, ring.end)) }))
  const around = all.map((ring) =>
    all.filter(
      (candidate) =>
        candidate.size > ring.size &&
        isInside(rings, candidate, rings.latitude[ring.start], rings.longitude[ring.start]),
    ),
  )
  for (const [at, outer] of all.entries()) {
    if (around[at].length % 2 === 1) continue
    addRing(into, rings, outer.start, outer.end, OUTER_MARK)
    for (const [candidate, hole] of all.entries()) {
      if (around[candidate].length !== around[at].length + 1 || !around[candidate].includes(outer)) continue
      addRing(into, rings, hole.start, hole.end, HOLE_MARK)
    }
  }
}

function addRing(into: Paths, { latitude, longitude }: CoastRings, start: number, end: number, mark: number): void {
  const first = into.length
  for (let at = start; at < end; at++) {
    const x = toWorldX(longitude[at])
    const y = toWorldY(latitude[at])
    const isLast = at === end - 1
    into.add(x, y, 0)
    // Along the antimeridian, the ring makes a detour that encloses the area beyond it.
    if (!isLast && Math.abs(longitude[at]) === ANTIMERIDIAN && longitude[at + 1] === longitude[at]) {
      const beyond = x + (x > 0.5 ? BEYOND_MAP_EDGE : -BEYOND_MAP_EDGE)
      into.add(beyond, y, 0)
      into.add(beyond, toWorldY(latitude[at + 1]), 0)
    }
  }
  computePointWeights(into.x, into.y, into.weight, first, into.length - 1)
  into.endPath(mark, 4)
}

function listRings({ ringEnd }: CoastRings): { start: number; end: number }[] {
  return Array.from(ringEnd, (end, ring) => ({ start: ring === 0 ? 0 : ringEnd[ring - 1], end }))
}

/** Positive for counterclockwise rings. */
function signedArea({ latitude, longitude }: CoastRings, start: number, end: number): number {
  let twice = 0
  for (let at = start; at < end - 1; at++) {
    twice += longitude[at] * latitude[at + 1] - longitude[at + 1] * latitude[at]
  }
  return twice
}

function isInside(
  { latitude, longitude }: CoastRings,
  { start, end }: { start: number; end: number },
  lat: number,
  lon: number,
): boolean {
  let inside = false
  for (let at = start; at < end - 1; at++) {
    if (latitude[at] > lat === latitude[at + 1] > lat) continue
    const share = (lat - latitude[at]) / (latitude[at + 1] - latitude[at])
    if (lon < longitude[at] + share * (longitude[at + 1] - longitude[at])) inside = !inside
  }
  return inside
}
