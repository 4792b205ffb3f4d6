import {
  BoxClipper,
  GeometryEncoder,
  GeometryType,
  Paths,
  TILE_EXTENT,
  type TileBox,
  type TileId,
  type TileLayer,
} from '@fairway/geo'
import { Grid } from './grid.ts'
import { type OutlineEdge, PointGrid, rollBall } from './roll-ball.ts'

/**
 * Border along which an extract was cut, in world coordinates, without its coasts. The border passes exactly through the
 * ends of the roads that were cut. Each point has a second point outside the map.
 */
export interface MapBorder {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly outsideX: Float64Array
  readonly outsideY: Float64Array
  /** End offset of each line (exclusive). */
  readonly end: Uint32Array
}

export const noBorder: MapBorder = {
  x: new Float64Array(0),
  y: new Float64Array(0),
  outsideX: new Float64Array(0),
  outsideY: new Float64Array(0),
  end: new Uint32Array(0),
}

/** Radius of the ball that rolls around the roads, in cells. Gaps narrower than the ball are part of the map. */
const BALL_CELLS = 2
/** Width of the strip outside the border that is covered, in cells. */
const OUTSIDE_CELLS = 1.5
/** Distance to the sea within which the end of a map is a coast, in cells. */
const COAST_CELLS = 3
/** Maximum length of a piece of the border, in cells. */
const PIECE_CELLS = 0.25
/** Number of squares per cell side in which points are counted. */
const SQUARES_PER_CELL = 4
/** Points whose squares are surrounded by this many covered squares cannot touch the ball. */
const INNER_SQUARES = 2
/** A ball cannot have its center within this many squares of a covered square, because it would contain a point. */
const CENTER_SQUARES = Math.floor((BALL_CELLS * SQUARES_PER_CELL) / Math.SQRT2 - 1)
const MARGIN_CELLS = 4
/** Minimum number of points of a line. Shorter lines are between two coasts, where roads rarely are cut. */
const MIN_LINE_POINTS = 4

/** Returns whether a position in world coordinates is in another map. */
type IsInOther = (x: number, y: number) => boolean

type MutableBorder = { -readonly [K in keyof MapBorder]: number[] }

interface Points {
  readonly x: Float64Array
  readonly y: Float64Array
}

/** Piece of the outline, with the direction that leads out of the map. */
interface Piece {
  readonly x: number
  readonly y: number
  readonly outX: number
  readonly outY: number
  readonly isCoast: boolean
}

export function buildMapBorder(points: Points, cell: number, isWater: (x: number, y: number) => boolean): MapBorder {
  const radius = BALL_CELLS * cell
  const { candidates, starts } = findOuterPoints(points, cell)
  const grid = new PointGrid(points.x, points.y, candidates, 2 * radius)
  const border: MutableBorder = { x: [], y: [], outsideX: [], outsideY: [], end: [] }
  for (const start of starts) {
    const pieces = cutIntoPieces(points, rollBall(points, grid, radius, start), cell, isWater)
    addLines(border, pieces, OUTSIDE_CELLS * cell)
  }
  return {
    x: Float64Array.from(border.x),
    y: Float64Array.from(border.y),
    outsideX: Float64Array.from(border.outsideX),
    outsideY: Float64Array.from(border.outsideY),
    end: Uint32Array.from(border.end),
  }
}

/**
 * Finds the points that the ball can touch, and the northernmost point of each part of the map. Most points of a map
 * are too far inside, and testing them would take minutes for the map of a country.
 */
function findOuterPoints({ x, y }: Points, cell: number): { candidates: number[]; starts: number[] } {
  const square = cell / SQUARES_PER_CELL
  const margin = MARGIN_CELLS * cell
  let [west, north, east, south] = [2, 2, -1, -1]
  for (let i = 0; i < x.length; i++) {
    west = Math.min(west, x[i])
    east = Math.max(east, x[i])
    north = Math.min(north, y[i])
    south = Math.max(south, y[i])
  }
  const columnOf = (i: number) => Math.floor((x[i] - west + margin) / square)
  const rowOf = (i: number) => Math.floor((y[i] - north + margin) / square)
  const covered = new Grid(
    Math.ceil((east - west + 2 * margin) / square),
    Math.ceil((south - north + 2 * margin) / square),
  )
  for (let i = 0; i < x.length; i++) covered.set(columnOf(i), rowOf(i))
  const outerSquares = covered.invert().grow(INNER_SQUARES)
  const centerSquares = covered.grow(CENTER_SQUARES).invert().listReachable(0, 0)
  const touchedSquares = centerSquares.grow(BALL_CELLS * SQUARES_PER_CELL + 1)
  const parts = covered.grow(BALL_CELLS * SQUARES_PER_CELL).listParts()
  const candidates: number[] = []
  const starts = parts.map(() => -1)
  for (let i = 0; i < x.length; i++) {
    const [column, row] = [columnOf(i), rowOf(i)]
    if (!outerSquares.has(column, row) || !touchedSquares.has(column, row)) continue
    candidates.push(i)
    const part = parts.findIndex((grid) => grid.has(column, row))
    const start = starts[part]
    if (start < 0 || y[i] < y[start] || (y[i] === y[start] && x[i] < x[start])) starts[part] = i
  }
  return { candidates, starts: starts.filter((start) => start >= 0) }
}

function cutIntoPieces(
  { x, y }: Points,
  outline: readonly OutlineEdge[],
  cell: number,
  isWater: (x: number, y: number) => boolean,
): Piece[] {
  return outline.flatMap(({ from, to, centerX, centerY }) => {
    const [dx, dy] = [x[to] - x[from], y[to] - y[from]]
    const [outX, outY] = normalize(centerX - (x[from] + x[to]) / 2, centerY - (y[from] + y[to]) / 2)
    const count = Math.max(1, Math.ceil(Math.hypot(dx, dy) / (PIECE_CELLS * cell)))
    return Array.from({ length: count }, (_, index): Piece => {
      const middle = (index + 0.5) / count
      return {
        x: x[from] + (dx * index) / count,
        y: y[from] + (dy * index) / count,
        outX,
        outY,
        isCoast: hasWaterOutside(x[from] + dx * middle, y[from] + dy * middle, outX, outY, cell, isWater),
      }
    })
  })
}

/** Returns whether there is water on the border, or outside it near the map. */
function hasWaterOutside(
  x: number,
  y: number,
  outX: number,
  outY: number,
  cell: number,
  isWater: (x: number, y: number) => boolean,
): boolean {
  for (let distance = 0; distance <= COAST_CELLS; distance += PIECE_CELLS)
    if (isWater(x + outX * distance * cell, y + outY * distance * cell)) return true
  return false
}

/** Joins consecutive pieces that are not on a coast into lines. */
function addLines(border: MutableBorder, pieces: readonly Piece[], outsideWidth: number): void {
  const count = pieces.length
  const firstCoast = pieces.findIndex(({ isCoast }) => isCoast)
  const addPoint = (before: Piece, { x, y, outX, outY }: Piece): void => {
    const [directionX, directionY] = normalize(before.outX + outX, before.outY + outY)
    border.x.push(x)
    border.y.push(y)
    border.outsideX.push(x + directionX * outsideWidth)
    border.outsideY.push(y + directionY * outsideWidth)
  }
  // The outline is closed. A border without a coast ends where it begins.
  for (let i = 0; i < count; i++) {
    const index = (Math.max(0, firstCoast) + i) % count
    const [before, piece, after] = [pieces[(index + count - 1) % count], pieces[index], pieces[(index + 1) % count]]
    if (piece.isCoast) continue
    addPoint(before.isCoast ? piece : before, piece)
    if (!after.isCoast && i < count - 1) continue
    addPoint(piece, after.isCoast ? { ...after, outX: piece.outX, outY: piece.outY } : after)
    endLine(border)
  }
}

/** Ends a line with the points since the previous line, or removes them if they are too few. */
function endLine({ end, x, y, outsideX, outsideY }: MutableBorder): void {
  const start = end.at(-1) ?? 0
  if (x.length - start >= MIN_LINE_POINTS) end.push(x.length)
  else for (const column of [x, y, outsideX, outsideY]) column.length = start
}

function normalize(x: number, y: number): [x: number, y: number] {
  const length = Math.hypot(x, y)
  return length > 0 ? [x / length, y / length] : [0, 0]
}

/**
 * Width around a tile in which the line is drawn, in tile units. Renderers cut lines at the border of their tile, so a
 * wide line must also be in the tiles next to it.
 */
const LINE_MARGIN = 1280
/** Positions across the strip outside the border at which other maps are looked up. */
const STRIP_SHARES = [1 / 3, 2 / 3, 1]
const DRAWN_BOX: TileBox = {
  west: -LINE_MARGIN,
  north: -LINE_MARGIN,
  east: TILE_EXTENT + LINE_MARGIN,
  south: TILE_EXTENT + LINE_MARGIN,
}

/** Draws the border of a map as lines, and the land outside it as polygons, except where another map continues. */
export function drawMapBorder(layer: TileLayer, border: MapBorder, isInOther: IsInOther, tile: TileId): void {
  const { lines, areas } = readPieces(border, isInOther, tile)
  if (lines.count === 0 && areas.count === 0) return
  const [clipper, encoder] = [new BoxClipper(), new GeometryEncoder()]
  const tags = layer.encodeTags({})
  const encodePaths = (paths: Paths, endPath: () => void): void => {
    encoder.beginFeature()
    for (let path = 0, point = 0; path < paths.count; path++) {
      for (; point < paths.endOffsets[path]; point++) encoder.addPoint(paths.x[point], paths.y[point])
      endPath()
    }
  }
  encodePaths(clipper.clip(areas, 'rings', DRAWN_BOX), () => encoder.endRing(false, 1))
  if (!encoder.isEmpty) layer.add(GeometryType.polygon, encoder, tags)
  encodePaths(clipper.clip(lines, 'lines', DRAWN_BOX), () => encoder.endLine())
  if (!encoder.isEmpty) layer.add(GeometryType.line, encoder, tags)
}

/** Reads the pieces near a tile, in tile units. The border of a country has thousands of pieces elsewhere. */
function readPieces(border: MapBorder, isInOther: IsInOther, { z, x, y }: TileId): { lines: Paths; areas: Paths } {
  const [lines, areas] = [new Paths(), new Paths()]
  const scale = TILE_EXTENT * 2 ** z
  const toColumn = (value: number) => value * scale - x * TILE_EXTENT
  const toRow = (value: number) => value * scale - y * TILE_EXTENT
  for (const [line, end] of border.end.entries()) {
    for (let i = line === 0 ? 0 : border.end[line - 1]; i < end - 1; i++) {
      const columns = [border.x[i], border.x[i + 1], border.outsideX[i + 1], border.outsideX[i]].map(toColumn)
      const rows = [border.y[i], border.y[i + 1], border.outsideY[i + 1], border.outsideY[i]].map(toRow)
      const isNear = touches(columns, DRAWN_BOX.west, DRAWN_BOX.east) && touches(rows, DRAWN_BOX.north, DRAWN_BOX.south)
      if (!isNear || continuesInOther(border, i, isInOther)) {
        lines.endPath(0, 2)
        continue
      }
      // The previous piece ends where this piece begins.
      if (lines.length === lines.startOf(lines.count)) lines.add(columns[0], rows[0], 0)
      lines.add(columns[1], rows[1], 0)
      for (const corner of [0, 1, 2, 3, 0]) areas.add(columns[corner], rows[corner], 0)
      areas.endPath(0, 5)
    }
    lines.endPath(0, 2)
  }
  return { lines, areas }
}

/** Returns whether another map is in the strip outside a piece of the border. */
function continuesInOther({ x, y, outsideX, outsideY }: MapBorder, piece: number, isInOther: IsInOther): boolean {
  return STRIP_SHARES.some((share) =>
    isInOther(x[piece] + (outsideX[piece] - x[piece]) * share, y[piece] + (outsideY[piece] - y[piece]) * share),
  )
}

function touches(values: readonly number[], low: number, high: number): boolean {
  return Math.min(...values) <= high && Math.max(...values) >= low
}
