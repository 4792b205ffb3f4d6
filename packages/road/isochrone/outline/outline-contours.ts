import { wrapMicroDegrees } from '@fairway/geo'
import type { RoadMap, RoadMetric } from '../../map.ts'
import { DriveRecord } from '../../network/drive-column.ts'
import { NO_ID } from '../../sentinels.ts'
import { PieceShape } from '../piece-shape.ts'
import type { Pieces } from '../pieces.ts'
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
 * Squared distance in cells. A point of a road that is nearer than this to the previous point does not change the
 * outline.
 */
const MIN_LINE_SQUARED = 0.25 ** 2

/**
 * Draws the outline of every contour at a fixed distance around its roads. The algorithm computes the distances of grid
 * nodes from the roads and then applies marching squares. Contours are nested, because larger contours only add roads
 * to the same grid.
 */
export function outlineContours(map: RoadMap, request: OutlineRequest): Outlines {
  const { metric, pieces, limitCount } = request
  const box = findBox(map, pieces, limitCount)
  if (!box)
    return { contours: Array.from({ length: limitCount }, () => EMPTY_OUTLINE), smoothMeters: MIN_SMOOTH_METERS }
  const smoothMeters = chooseSmoothMeters(box, request.smoothMeters)
  const grid = new DistanceGrid(box, smoothMeters)
  const tracer = new RingTracer(grid, RADIUS_CELLS)
  const unreachedRoads = new UnreachedRoads(map, metric, pieces, grid)
  const contours: ContourOutline[] = []
  for (let contour = 0; contour < limitCount; contour++) {
    addContour(map, grid, pieces, contour, 100 * smoothMeters)
    fillHoles(grid, RADIUS_CELLS * RADIUS_CELLS, (hole) => {
      return hole.nodes <= MAX_FILLED_NODES && !unreachedRoads.hasRoadInHole(hole, contour)
    })
    contours.push(toPolygons(tracer.trace()))
  }
  return { contours, smoothMeters }
}

const EMPTY_OUTLINE: ContourOutline = { polygons: [], squareMeters: 0 }

/**
 * Returns the smoothing distance. The distance limits the grid to MAX_NODES nodes, so that a small value for a large
 * area does not exhaust the memory.
 */
function chooseSmoothMeters(box: GridBox, givenMeters: number | undefined): number {
  const diagonalMeters = Math.sqrt(DistanceGrid.countNodes(box, MIN_SMOOTH_METERS)) * MIN_SMOOTH_METERS
  const defaultMeters = 5 * Math.round(diagonalMeters / DEFAULT_CELLS / 5)
  let meters = givenMeters ?? Math.min(MAX_DEFAULT_SMOOTH_METERS, Math.max(MIN_SMOOTH_METERS, defaultMeters))
  while (DistanceGrid.countNodes(box, meters) > MAX_NODES) meters = Math.ceil(meters * 1.1)
  return meters
}

/** Returns the box of all reached roads. Longitudes continue past 180 degrees if the roads cross the antimeridian. */
function findBox({ network }: RoadMap, { count, edge, band }: Pieces, limitCount: number): GridBox | undefined {
  const { arcs, edges } = network
  let [south, west, north, east] = [90e6, 0, -90e6, 0]
  let reference: number | undefined
  for (let index = 0; index < count; index++) {
    if (band[index] >= limitCount) continue
    const arc = edges.arc[2 * edge[index]]
    const base = (arc === NO_ID ? edges.arc[2 * edge[index] + 1] : arc) * DriveRecord.SIZE
    // An edge that crosses the antimeridian has a box around the globe. The first point of the edge is accurate enough.
    const isAcross = arcs.drive[base + DriveRecord.EAST] - arcs.drive[base + DriveRecord.WEST] > 180e6
    const first = edges.shapeLongitude[edges.shapeFirst[edge[index]]]
    reference ??= first
    const margin = isAcross ? ACROSS_MARGIN : 0
    const edgeWest = wrapMicroDegrees((isAcross ? first : arcs.drive[base + DriveRecord.WEST]) - reference)
    const edgeEast = wrapMicroDegrees((isAcross ? first : arcs.drive[base + DriveRecord.EAST]) - reference)
    west = Math.min(west, edgeWest - margin)
    east = Math.max(east, edgeEast + margin)
    south = Math.min(south, arcs.drive[base + DriveRecord.SOUTH])
    north = Math.max(north, arcs.drive[base + DriveRecord.NORTH])
  }
  return reference === undefined ? undefined : { south, north, west: reference + west, east: reference + east }
}

/** Maximum extent of a road, in micro-degrees. */
const ACROSS_MARGIN = 5e6

/**
 * Adds the roads of one contour. In a town, most streets are shorter than a cell and lie between other streets, so they
 * do not change the outline.
 */
function addContour({ network }: RoadMap, grid: DistanceGrid, pieces: Pieces, contour: number, cellCm: number): void {
  const { shapeFirst, shapeLatitude, shapeLongitude, lengthCm } = network.edges
  const shape = new PieceShape(network.edges)
  for (let index = 0; index < pieces.count; index++) {
    if (pieces.band[index] !== contour) continue
    const edge = pieces.edge[index]
    const first = shapeFirst[edge]
    const last = shapeFirst[edge + 1] - 1
    const isShort = lengthCm[edge] <= cellCm
    if (
      isShort &&
      grid.isFull(grid.toColumn(shapeLongitude[first]), grid.toRow(shapeLatitude[first])) &&
      grid.isFull(grid.toColumn(shapeLongitude[last]), grid.toRow(shapeLatitude[last]))
    )
      continue
    shape.set(edge, pieces.from[index], pieces.to[index])
    addShape(grid, shape)
  }
}

/** Adds a line and skips points that are too near to the previous point to matter. */
function addShape(grid: DistanceGrid, { latitude, longitude, count }: PieceShape): void {
  let x = grid.toColumn(longitude[0])
  let y = grid.toRow(latitude[0])
  for (let i = 1; i < count; i++) {
    const nextX = grid.toColumn(longitude[i])
    const nextY = grid.toRow(latitude[i])
    if (i < count - 1 && (nextX - x) * (nextX - x) + (nextY - y) * (nextY - y) < MIN_LINE_SQUARED) continue
    grid.addLine(x, y, nextX, nextY)
    x = nextX
    y = nextY
  }
}
