import type { Position } from '@fairway/geo'
import { interpolate, metersBetween, toPosition, toVector } from '../geometry/ellipsoid.ts'

/** Ground under a point of a line, and the position of the point as a fraction of the line's length. */
export interface GroundPoint {
  readonly share: number
  readonly position: Position
  readonly meters: number
}

/** Ground elevation and the resolution of its sample grid. The resolution is undefined where there is no data. */
export interface ElevationGrid {
  heightAt(position: Position): number
  cellsPerDegreeAt(position: Position): number | undefined
}

/** Maximum deviation of the ground from the straight line between two consecutive points. */
export const GROUND_LINE_TOLERANCE_M = 0.5

/** Maximum length at which a great circle is straight in degrees to within a millimeter. */
const MAX_SPAN_METERS = 200
/** Minimum cell width, in meters. Near the poles, meridians are closer together, so only some of them are sampled. */
const MIN_CELL_METERS = 5
const METERS_PER_DEGREE = 111_000
/**
 * Maximum number of points at height jumps, such as the border of the data, where no number of points would be enough.
 */
const MAX_PARABOLA_STEPS = 8

/**
 * Samples the ground along a great circle. The ground is interpolated bilinearly, so it bends where the line crosses a
 * row or column of samples and is a parabola in between. The crossings, plus some points where the parabola is deep,
 * describe the ground completely. Points at regular intervals would miss ridges.
 */
export function traceGround(grid: ElevationGrid, from: Position, to: Position): GroundPoint[] {
  const [a, b] = [toVector(from), toVector(to)]
  const pointAt = (fraction: number): GroundPoint => {
    const position = fraction === 0 ? from : fraction === 1 ? to : toPosition(interpolate(a, b, fraction))
    return { share: fraction, position, meters: grid.heightAt(position) }
  }
  const spanCount = Math.max(1, Math.ceil(metersBetween(a, b) / MAX_SPAN_METERS))
  const points = [pointAt(0)]
  let start: Position = from
  for (let spanIndex = 0; spanIndex < spanCount; spanIndex++) {
    const end = spanIndex === spanCount - 1 ? to : toPosition(interpolate(a, b, (spanIndex + 1) / spanCount))
    for (const spanFraction of [...findCellCrossings(grid, start, end), 1]) {
      const fraction = spanFraction === 1 && spanIndex === spanCount - 1 ? 1 : (spanIndex + spanFraction) / spanCount
      const last = points[points.length - 1]
      if (fraction > last.share) points.push(...approximateParabola(last, pointAt(fraction), pointAt))
    }
    start = end
  }
  return points
}

/** Returns the fractions of a short line's length at which it crosses sample rows and columns. */
function findCellCrossings(grid: ElevationGrid, from: Position, to: Position): number[] {
  const cells = Math.max(grid.cellsPerDegreeAt(from) ?? 0, grid.cellsPerDegreeAt(to) ?? 0)
  if (cells === 0) return []
  const east = to[1] - from[1] - 360 * Math.round((to[1] - from[1]) / 360)
  const width = (METERS_PER_DEGREE / cells) * Math.cos((from[0] * Math.PI) / 180)
  const meridians = cells / Math.min(cells, Math.max(1, Math.ceil(MIN_CELL_METERS / Math.max(width, 1e-9))))
  return [...findGridCrossings(from[0], to[0] - from[0], cells), ...findGridCrossings(from[1], east, meridians)].sort(
    (a, b) => a - b,
  )
}

/** Returns the fractions at which a linearly growing value crosses multiples of 1/`cellsPerDegree` degrees. */
function findGridCrossings(start: number, growth: number, cellsPerDegree: number): number[] {
  if (growth === 0) return []
  const [low, high] = [Math.min(start, start + growth), Math.max(start, start + growth)]
  const fractions: number[] = []
  for (let gridLine = Math.floor(low * cellsPerDegree) + 1; gridLine < high * cellsPerDegree; gridLine++)
    fractions.push((gridLine / cellsPerDegree - start) / growth)
  return fractions.filter((fraction) => fraction > 0 && fraction < 1)
}

/** Returns the end, preceded by extra points where the ground in between deviates from the straight line. */
function approximateParabola(
  from: GroundPoint,
  to: GroundPoint,
  pointAt: (share: number) => GroundPoint,
): GroundPoint[] {
  const deviationMeters = Math.abs(pointAt((from.share + to.share) / 2).meters - (from.meters + to.meters) / 2)
  const stepCount = Math.min(MAX_PARABOLA_STEPS, Math.ceil(Math.sqrt(deviationMeters / GROUND_LINE_TOLERANCE_M)))
  const points: GroundPoint[] = []
  for (let step = 1; step < stepCount; step++)
    points.push(pointAt(from.share + ((to.share - from.share) * step) / stepCount))
  return [...points, to]
}
