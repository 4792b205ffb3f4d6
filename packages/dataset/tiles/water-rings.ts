import { readFileSync } from 'node:fs'
import { computePointWeights, Paths, ringArea, toWorldX, toWorldY } from '@fairway/geo'
import type { CoastRings } from '@fairway/sea'
import { readLakes } from '../sea/read-lakes.ts'
import { readRings } from '../sea/read-rings.ts'
import { readPackageFile } from '../sources/package-files.ts'

const HOLE_MARK = 1
const OUTER_MARK = 0
const ANTIMERIDIAN_MICRODEGREES = 180e6
/**
 * Width by which water extends beyond the edge of the world. The width exceeds the buffer of every tile, so that no
 * outline is drawn at the edge of the world.
 */
const MAP_EDGE_MARGIN = 1 / 32

/**
 * Reads the seas and navigable lakes as rings in world coordinates, largest first. Land in water is marked as a hole.
 */
export function readWaterRings(): Paths {
  const seas = readRings(readPackageFile('@geo-maps/earth-seas-100m/map.geo.json'))
  const lakes = readLakes(readFileSync(new URL('../sea/data/lakes.tsv', import.meta.url), 'utf8'))
  const paths = new Paths()
  addRings(paths, seas, markByOrientation(seas))
  addLakes(paths, lakes)
  const sortedRings = sortLargestFirst(paths)
  addShores(sortedRings, readFileSync(new URL('./data/shores.tsv', import.meta.url), 'utf8'))
  return sortedRings
}

/**
 * Refines the coarse shores near Montevideo, which has a bundled map. The `land` and `water` rings, one per line, are
 * painted over all earlier rings. The ring of Montevideo encloses the streets, buildings and beaches in OpenStreetMap,
 * with gaps below 500 m closed.
 */
function addShores(paths: Paths, table: string): void {
  const marks = table
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('land\t') ? HOLE_MARK : OUTER_MARK))
  addRings(paths, readLakes(table), marks)
}

/**
 * Sorts rings by size. A nested ring is smaller than its parent, so each ring can be painted over the previous rings.
 * Polygons with holes would need triangulation, which fails where simplified shores touch.
 */
function sortLargestFirst(rings: Paths): Paths {
  const ringAreas = Float64Array.from({ length: rings.count }, (_, ring) => ringArea(rings, ring))
  const paths = new Paths()
  for (const ring of Uint32Array.from(ringAreas.keys()).sort((a, b) => ringAreas[b] - ringAreas[a] || a - b)) {
    for (let pointIndex = rings.startOf(ring); pointIndex < rings.endOffsets[ring]; pointIndex++)
      paths.add(rings.x[pointIndex], rings.y[pointIndex], rings.weight[pointIndex])
    paths.endPath(rings.labels[ring], 4)
  }
  return paths
}

/** Marks outer rings and holes. In this source, outer rings run clockwise and precede their holes. */
function markByOrientation(rings: CoastRings): number[] {
  return listRings(rings).map(({ start, end }) => (signedArea(rings, start, end) > 0 ? HOLE_MARK : OUTER_MARK))
}

function addRings(paths: Paths, rings: CoastRings, marks: readonly number[]): void {
  for (const [ring, { start, end }] of listRings(rings).entries()) addRing(paths, rings, start, end, marks[ring])
}

/**
 * Adds lakes and their islands. The orientation of lake rings has no meaning, so a ring inside an odd number of other
 * rings is a hole in the smallest of those rings.
 */
function addLakes(paths: Paths, rings: CoastRings): void {
  const sizedRings = listRings(rings).map((ring) => ({
    ...ring,
    size: Math.abs(signedArea(rings, ring.start, ring.end)),
  }))
  const containingRings = sizedRings.map((ring) =>
    sizedRings.filter(
      (candidate) =>
        candidate.size > ring.size &&
        isInside(rings, candidate, rings.latitude[ring.start], rings.longitude[ring.start]),
    ),
  )
  for (const [ringIndex, outerIndex] of sizedRings.entries()) {
    if (containingRings[ringIndex].length % 2 === 1) continue
    addRing(paths, rings, outerIndex.start, outerIndex.end, OUTER_MARK)
    for (const [candidate, hole] of sizedRings.entries()) {
      if (
        containingRings[candidate].length !== containingRings[ringIndex].length + 1 ||
        !containingRings[candidate].includes(outerIndex)
      )
        continue
      addRing(paths, rings, hole.start, hole.end, HOLE_MARK)
    }
  }
}

function addRing(paths: Paths, { latitude, longitude }: CoastRings, start: number, end: number, mark: number): void {
  const first = paths.length
  for (let pointIndex = start; pointIndex < end; pointIndex++) {
    const x = toWorldX(longitude[pointIndex])
    const y = toWorldY(latitude[pointIndex])
    const isLast = pointIndex === end - 1
    paths.add(x, y, 0)
    // Along the antimeridian, extend the ring to enclose the margin beyond the edge of the world.
    if (
      !isLast &&
      Math.abs(longitude[pointIndex]) === ANTIMERIDIAN_MICRODEGREES &&
      longitude[pointIndex + 1] === longitude[pointIndex]
    ) {
      const overhangX = x + (x > 0.5 ? MAP_EDGE_MARGIN : -MAP_EDGE_MARGIN)
      paths.add(overhangX, y, 0)
      paths.add(overhangX, toWorldY(latitude[pointIndex + 1]), 0)
    }
  }
  computePointWeights(paths.x, paths.y, paths.weight, first, paths.length - 1)
  paths.endPath(mark, 4)
}

function listRings({ ringEnd }: CoastRings): { start: number; end: number }[] {
  return Array.from(ringEnd, (end, ring) => ({ start: ring === 0 ? 0 : ringEnd[ring - 1], end }))
}

/** Returns the signed area of a ring, which is positive for counterclockwise rings. */
function signedArea({ latitude, longitude }: CoastRings, start: number, end: number): number {
  let doubledArea = 0
  for (let pointIndex = start; pointIndex < end - 1; pointIndex++) {
    doubledArea += longitude[pointIndex] * latitude[pointIndex + 1] - longitude[pointIndex + 1] * latitude[pointIndex]
  }
  return doubledArea
}

function isInside(
  { latitude, longitude }: CoastRings,
  { start, end }: { start: number; end: number },
  lat: number,
  lon: number,
): boolean {
  let inside = false
  for (let pointIndex = start; pointIndex < end - 1; pointIndex++) {
    if (latitude[pointIndex] > lat === latitude[pointIndex + 1] > lat) continue
    const fraction = (lat - latitude[pointIndex]) / (latitude[pointIndex + 1] - latitude[pointIndex])
    if (lon < longitude[pointIndex] + fraction * (longitude[pointIndex + 1] - longitude[pointIndex])) inside = !inside
  }
  return inside
}
