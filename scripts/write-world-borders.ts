import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { encodePolyline } from '@fairway/geo'
import { borders } from '@rapideditor/country-coder'

/**
 * Writes the tables of the overview map from Natural Earth (1:50 million, public domain): borders between countries,
 * and the position of each country label, largest country first. Run this script after an update of world-atlas: `npm run world-borders`.
 */

type Point = readonly [longitude: number, latitude: number]
interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point }
  readonly arcs: readonly (readonly Point[])[]
  readonly objects: { readonly countries: { readonly geometries: readonly Country[] } }
}
interface Country {
  readonly id?: string
  readonly type: 'Polygon' | 'MultiPolygon'
  readonly arcs: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[]
}

const require = createRequire(import.meta.url)
const topology = require('world-atlas/countries-50m.json') as Topology
const { geometries } = topology.objects.countries
const arcs = topology.arcs.map(toPoints)
const CELLS_PER_SIDE = 60

/** Decodes an arc, which is stored as integer differences. */
function toPoints(arc: readonly Point[]): Point[] {
  const { scale, translate } = topology.transform
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]): Point => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

function listOuterRings({ type, arcs: rings }: Country): readonly (readonly number[])[] {
  if (type === 'Polygon') return [(rings as readonly (readonly number[])[])[0] ?? []]
  return (rings as readonly (readonly (readonly number[])[])[]).map(([outer = []]) => outer)
}

/** Lists the borders. An arc that belongs to two countries is a border, and all other arcs are coasts. */
function listBorders(): Point[][] {
  const countries = new Map<number, Set<Country>>()
  for (const country of geometries) {
    for (const index of (country.arcs as readonly unknown[]).flat(2) as number[]) {
      const arc = index < 0 ? ~index : index
      countries.set(arc, (countries.get(arc) ?? new Set()).add(country))
    }
  }
  return arcs.filter((_, index) => (countries.get(index)?.size ?? 0) > 1)
}

/** Returns a ring. Longitudes continue beyond the antimeridian, which Russia and Fiji cross. */
function toRing(indexes: readonly number[]): Point[] {
  const points = indexes.flatMap((index) => (index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])))
  let last = points[0]?.[0] ?? 0
  return points.map(([longitude, latitude]): Point => {
    last = longitude + 360 * Math.round((last - longitude) / 360)
    return [last, latitude]
  })
}

function area(ring: readonly Point[]): number {
  let sum = 0
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    sum += x * nextY - nextX * y
  }
  const latitude = ring[0]?.[1] ?? 0
  return Math.abs(sum / 2) * Math.cos((latitude * Math.PI) / 180)
}

/** Returns the grid point that is farthest from the outline. Horizontal distances count half because names are wide. */
function findLabelPoint(ring: readonly Point[]): Point {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  let best: Point = ring[0] ?? [0, 0]
  let bestDistance = -1
  for (let i = 0; i < CELLS_PER_SIDE ** 2; i++) {
    const x = west + (((i % CELLS_PER_SIDE) + 0.5) / CELLS_PER_SIDE) * (east - west)
    const y = south + ((Math.floor(i / CELLS_PER_SIDE) + 0.5) / CELLS_PER_SIDE) * (north - south)
    if (!isInside(ring, x, y)) continue
    const stretch = Math.cos((y * Math.PI) / 180) / 2
    const distance = Math.min(...ring.map(([px, py]) => Math.hypot((px - x) * stretch, py - y)))
    if (distance <= bestDistance) continue
    bestDistance = distance
    best = [x, y]
  }
  return best
}

function isInside(ring: readonly Point[], x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[xi, yi] = [0, 0], [xj, yj] = [0, 0]] = [ring[i], ring[j]]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

const codes = new Map(
  borders.features.flatMap(({ properties: { iso1N3, iso1A2 } }) => (iso1N3 ? [[iso1N3, iso1A2]] : [])),
)
const labels = geometries.flatMap((country) => {
  const code = codes.get(country.id ?? '')
  const rings = listOuterRings(country).map(toRing)
  if (code === undefined || rings.length === 0) return []
  const [longitude, latitude] = findLabelPoint(rings.reduce((a, b) => (area(b) > area(a) ? b : a)))
  const wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  const row = `${code}\t${latitude.toFixed(4)}\t${wrapped.toFixed(4)}`
  return [{ row, area: rings.reduce((sum, ring) => sum + area(ring), 0) }]
})
const folder = new URL('../packages/dataset/tiles/data/', import.meta.url)
// Where labels overlap, the map shows the label of the larger country.
const rows = labels.sort((a, b) => b.area - a.area).map(({ row }) => row)
writeFileSync(new URL('country-labels.tsv', folder), `${rows.join('\n')}\n`)
const lines = listBorders().map((line) =>
  encodePolyline(
    line.map(([longitude, latitude]) => [latitude, longitude]),
    5,
  ),
)
writeFileSync(new URL('borders.txt', folder), `${lines.join('\n')}\n`)
