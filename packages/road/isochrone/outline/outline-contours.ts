import { wrapMicrodegrees } from '@fairway/geo'
import type { RoadMap, RoadMetric } from '../../map.ts'
import { PieceShape } from '../piece-shape.ts'
import type { Pieces } from '../pieces.ts'
import { EdgeRecord } from '../sweep-edges.ts'
import { DistanceGrid, type GridBox } from './distance-grid.ts'
import { fillHoles } from './fill-holes.ts'
import { type Polygon, toPolygons } from './polygons.ts'
import { RingTracer } from './trace-rings.ts'
import { UnreachedRoads } from './unreached-roads.ts'

/** The area within a limit. */
interface ContourOutline {
  readonly polygons: readonly Polygon[]
  readonly squareMeters: number
}

export interface Outlines {
  /** Contours in the order of the limits. Every contour contains the previous one. */
  readonly contours: readonly ContourOutline[]
  /** Distance between roads and the outline in meters, which is also the resolution. */
  readonly smoothMeters: number
}

export interface OutlineRequest {
  readonly metric: RoadMetric
  readonly pieces: Pieces
  readonly limitCount: number
  /** Distance between roads and the outline in meters. If undefined, it depends on the size of the area. */
  readonly smoothMeters: number | undefined
}

export const MIN_SMOOTH_METERS = 10
const MAX_DEFAULT_SMOOTH_METERS = 500
/** Default length of the area's diagonal, in cells. */
const DEFAULT_CELLS = 180
const MAX_NODES = 4_000_000
/** Distance between the outline and the roads, in cells. */
const RADIUS_CELLS = 1
/**
 * Maximum size of a filled hole, in nodes. Small holes without roads are parks and blocks of houses, which need no
 * ring.
 */
const MAX_FILLED_NODES = 100
/**
 * Draws the outline of every contour at a fixed distance around its roads. The algorithm computes the distances of grid
 * nodes from the roads and then applies marching squares. Contours are nested, because larger contours only add roads
 * to the same grid.
 */
export function outlineContours(map: RoadMap, request: OutlineRequest): Outlines {
  const { metric, pieces, limitCount } = request
  const box = findBox(pieces, limitCount)
  if (!box)
    return { contours: Array.from({ length: limitCount }, () => EMPTY_OUTLINE), smoothMeters: MIN_SMOOTH_METERS }
  const smoothMeters = chooseSmoothMeters(box, request.smoothMeters)
  const grid = new DistanceGrid(box, smoothMeters)
  const tracer = new RingTracer(grid, RADIUS_CELLS)
  const unreachedRoads = new UnreachedRoads(map, metric, pieces, grid)
  const contours: ContourOutline[] = []
  for (let contour = 0; contour < limitCount; contour++) {
    addContour(map, grid, pieces, contour)
    fillHoles(grid, RADIUS_CELLS * RADIUS_CELLS, (hole) => {
      return hole.nodeCount <= MAX_FILLED_NODES && !unreachedRoads.hasRoadInHole(hole, contour)
    })
    contours.push(toPolygons(tracer.trace()))
  }
  return { contours, smoothMeters }
}

const EMPTY_OUTLINE: ContourOutline = { polygons: [], squareMeters: 0 }

/**
 * Returns the smoothing distance. The distance is increased until the grid has at most MAX_NODES nodes. Otherwise, a
 * small distance for a large area could exhaust the memory.
 */
function chooseSmoothMeters(box: GridBox, givenMeters: number | undefined): number {
  const diagonalMeters = Math.sqrt(DistanceGrid.countNodes(box, MIN_SMOOTH_METERS)) * MIN_SMOOTH_METERS
  const defaultMeters = 5 * Math.round(diagonalMeters / DEFAULT_CELLS / 5)
  let meters = givenMeters ?? Math.min(MAX_DEFAULT_SMOOTH_METERS, Math.max(MIN_SMOOTH_METERS, defaultMeters))
  while (DistanceGrid.countNodes(box, meters) > MAX_NODES) meters = Math.ceil(meters * 1.1)
  return meters
}

/** Returns the box of all reached roads. Longitudes continue past 180 degrees if the roads cross the antimeridian. */
function findBox({ count, record, records, points, band }: Pieces, limitCount: number): GridBox | undefined {
  let [south, west, north, east] = [90e6, 0, -90e6, 0]
  let reference: number | undefined
  for (let index = 0; index < count; index++) {
    if (band[index] >= limitCount) continue
    const base = record[index] * EdgeRecord.SIZE
    const [edgeSouth, edgeNorth] = [records[base + EdgeRecord.SOUTH], records[base + EdgeRecord.NORTH]]
    reference ??= records[base + EdgeRecord.WEST]
    let edgeWest = wrapMicrodegrees(records[base + EdgeRecord.WEST] - reference)
    let edgeEast = wrapMicrodegrees(records[base + EdgeRecord.EAST] - reference)
    if (records[base + EdgeRecord.EAST] - records[base + EdgeRecord.WEST] > 180e6) {
      // An edge that crosses the antimeridian has a box around the globe. Its first point is accurate enough.
      const first = wrapMicrodegrees(points[2 * records[base + EdgeRecord.FIRST_POINT] + 1] - reference)
      edgeWest = first - ACROSS_MARGIN
      edgeEast = first + ACROSS_MARGIN
    }
    if (edgeWest < west) west = edgeWest
    if (edgeEast > east) east = edgeEast
    if (edgeSouth < south) south = edgeSouth
    if (edgeNorth > north) north = edgeNorth
  }
  return reference === undefined ? undefined : { south, north, west: reference + west, east: reference + east }
}

/** Maximum extent of a road, in microdegrees. */
const ACROSS_MARGIN = 5e6

/**
 * Adds the roads of one contour. In a town, most streets are shorter than a cell and lie between other streets, so they
 * do not change the outline.
 */
function addContour({ network }: RoadMap, grid: DistanceGrid, pieces: Pieces, contour: number): void {
  const { count, edge, from, to, band, record, records, points } = pieces
  const shape = new PieceShape(network.edges)
  let section = new Int32Array(64)
  for (let index = 0; index < count; index++) {
    if (band[index] !== contour) continue
    const base = record[index] * EdgeRecord.SIZE
    const [west, east] = [records[base + EdgeRecord.WEST], records[base + EdgeRecord.EAST]]
    const [south, north] = [records[base + EdgeRecord.SOUTH], records[base + EdgeRecord.NORTH]]
    if (grid.isFull(south, west, north, east, RADIUS_CELLS * RADIUS_CELLS)) continue
    if (from[index] <= 0 && to[index] >= 1) {
      const first = records[base + EdgeRecord.FIRST_POINT]
      grid.addPoints(points, first, first + records[base + EdgeRecord.POINT_COUNT])
      continue
    }
    shape.set(edge[index], from[index], to[index])
    if (shape.count * 2 > section.length) section = new Int32Array(4 * shape.count)
    for (let i = 0; i < shape.count; i++) {
      section[2 * i] = shape.latitude[i]
      section[2 * i + 1] = shape.longitude[i]
    }
    grid.addPoints(section, 0, shape.count)
  }
}
