import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { areaOf, Paths, weighPoints, worldX, worldY } from '@fairway/geo'
import type { CoastRings } from '@fairway/sea'
import { readLakes } from '../sea/read-lakes.ts'
import { readRings } from '../sea/read-rings.ts'

export const HOLE = 1
const OUTER = 0
const EAST = 180e6
/** Water goes on beyond the edge of the map, farther than the buffer of any tile: no outline may be drawn there. */
const BEYOND = 1 / 32

/** The seas, and lakes that ships use: rings on the square of the tiles, the largest first, land in water marked as holes. */
export function readWaterRings(): Paths {
  const require = createRequire(import.meta.url)
  const seas = readRings(readFileSync(require.resolve('@geo-maps/earth-seas-100m/map.geo.json')))
  const lakes = readLakes(readFileSync(new URL('../sea/data/lakes.tsv', import.meta.url), 'utf8'))
  const into = new Paths()
  addRings(into, seas, markByTurn(seas))
  addLakes(into, lakes)
  const sorted = largestFirst(into)
  addShores(sorted, readFileSync(new URL('./data/shores.tsv', import.meta.url), 'utf8'))
  return sorted
}

/**
 * Where the sources are coarse and a city is shown first: `land` and `water` painted over all before, a ring per line. Those
 * of Montevideo follow its southernmost streets in OpenStreetMap, which run along the water.
 */
function addShores(into: Paths, table: string): void {
  const marks = table
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('land\t') ? HOLE : OUTER))
  addRings(into, readLakes(table), marks)
}

/**
 * What lies in a ring is smaller than it. In this order each ring can be painted on its own over those before: water, the
 * land in it, the water in that. Polygons with holes would have to be taken apart into triangles by whoever shows them, and
 * where simplified shores touch that goes wrong.
 */
export function largestFirst(rings: Paths): Paths {
  const sizes = Float64Array.from({ length: rings.count }, (_, ring) => areaOf(rings, ring))
  const into = new Paths()
  for (const ring of Uint32Array.from(sizes.keys()).sort((a, b) => sizes[b] - sizes[a] || a - b)) {
    for (let at = rings.startOf(ring); at < rings.ends[ring]; at++) into.add(rings.x[at], rings.y[at], rings.weight[at])
    into.end(rings.marks[ring], 4)
  }
  return into
}

/** In this source outer rings run clockwise, each before its holes. */
function markByTurn(rings: CoastRings): number[] {
  return listRings(rings).map(({ start, end }) => (turnOf(rings, start, end) > 0 ? HOLE : OUTER))
}

export function addRings(into: Paths, rings: CoastRings, marks: readonly number[]): void {
  for (const [ring, { start, end }] of listRings(rings).entries()) addRing(into, rings, start, end, marks[ring])
}

/** Lakes tell nothing by how they turn: what lies within an odd number of others is a hole of the smallest of them. */
export function addLakes(into: Paths, rings: CoastRings): void {
  const all = listRings(rings).map((ring) => ({ ...ring, size: Math.abs(turnOf(rings, ring.start, ring.end)) }))
  const around = all.map((ring) =>
    all.filter(
      (other) =>
        other.size > ring.size && isInside(rings, other, rings.latitude[ring.start], rings.longitude[ring.start]),
    ),
  )
  for (const [at, outer] of all.entries()) {
    if (around[at].length % 2 === 1) continue
    addRing(into, rings, outer.start, outer.end, OUTER)
    for (const [other, hole] of all.entries()) {
      if (around[other].length !== around[at].length + 1 || !around[other].includes(outer)) continue
      addRing(into, rings, hole.start, hole.end, HOLE)
    }
  }
}

function addRing(into: Paths, { latitude, longitude }: CoastRings, start: number, end: number, mark: number): void {
  const first = into.length
  for (let at = start; at < end; at++) {
    const x = worldX(longitude[at])
    const y = worldY(latitude[at])
    const isLast = at === end - 1
    into.add(x, y, 0)
    // Along the date line the ring makes a detour around what lies beyond it.
    if (!isLast && Math.abs(longitude[at]) === EAST && longitude[at + 1] === longitude[at]) {
      const beyond = x + (x > 0.5 ? BEYOND : -BEYOND)
      into.add(beyond, y, 0)
      into.add(beyond, worldY(latitude[at + 1]), 0)
    }
  }
  weighPoints(into.x, into.y, into.weight, first, into.length - 1)
  into.end(mark, 4)
}

function listRings({ ringEnd }: CoastRings): { start: number; end: number }[] {
  return Array.from(ringEnd, (end, ring) => ({ start: ring === 0 ? 0 : ringEnd[ring - 1], end }))
}

/** Above 0 when it runs counterclockwise. */
function turnOf({ latitude, longitude }: CoastRings, start: number, end: number): number {
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
