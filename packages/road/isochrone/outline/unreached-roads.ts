import { wrapMicrodegrees } from '@fairway/geo'
import type { RoadMap, RoadMetric } from '../../map.ts'
import { INFINITE_WEIGHT, NO_ID } from '../../sentinels.ts'
import { ShapeOwners } from '../../snap/shape-owners.ts'
import { findSlot } from '../../snap/snap-index.ts'
import type { Pieces } from '../pieces.ts'
import type { DistanceGrid } from './distance-grid.ts'
import type { Hole } from './fill-holes.ts'

const UNREACHED_CONTOUR = 255

/** Finds usable roads that lie in the holes of a contour, because they are not reachable within its limit. */
export class UnreachedRoads {
  private readonly map: RoadMap
  private readonly arcWeight: Int32Array
  private readonly grid: DistanceGrid
  private readonly owners: ShapeOwners
  /** Index of the first contour that reaches any part of the edge. */
  private readonly bandOfEdge: Uint8Array

  constructor(map: RoadMap, metric: RoadMetric, pieces: Pieces, grid: DistanceGrid) {
    this.map = map
    this.arcWeight = metric.weights.arc
    this.grid = grid
    this.owners = ShapeOwners.of(map.network.edges)
    this.bandOfEdge = new Uint8Array(map.network.edges.count).fill(UNREACHED_CONTOUR)
    const { edge, band } = pieces
    for (let index = 0; index < pieces.count; index++)
      if (band[index] < this.bandOfEdge[edge[index]]) this.bandOfEdge[edge[index]] = band[index]
  }

  hasRoadInHole(hole: Hole, contour: number): boolean {
    const { grid: cells, slotCell, segmentFirst, segment } = this.map.snapIndex
    const [firstRow, lastRow] = [hole.runs[0][0], hole.runs[hole.runs.length - 1][0]]
    const firstColumn = Math.min(...hole.runs.map(([, first]) => first))
    const lastColumn = Math.max(...hole.runs.map(([, , last]) => last))
    const toCellRow = (row: number) => Math.floor((this.grid.latitudeAt(row) - cells.south) / cells.cellLatitude)
    const toCellColumn = (column: number) =>
      Math.floor(wrapMicrodegrees(this.grid.longitudeAt(column) - cells.west) / cells.cellLongitude)
    const [south, north] = [Math.max(0, toCellRow(firstRow - 1)), Math.min(cells.rows - 1, toCellRow(lastRow + 1))]
    const west = Math.max(0, toCellColumn(firstColumn - 1))
    const east = Math.min(cells.columns - 1, toCellColumn(lastColumn + 1))
    for (let row = south; row <= north; row++) {
      for (let column = west; column <= east; column++) {
        const cell = row * cells.columns + column
        const slot = findSlot(slotCell, cell)
        if (slotCell[slot] !== cell) continue
        for (let index = segmentFirst[slot]; index < segmentFirst[slot + 1]; index++)
          if (this.isUnreached(segment[index], contour) && this.isSegmentIn(segment[index], hole)) return true
      }
    }
    return false
  }

  private isUnreached(segment: number, contour: number): boolean {
    const edge = this.owners.edgeOf(segment)
    if (this.bandOfEdge[edge] <= contour) return false
    const { arc } = this.map.network.edges
    return [arc[2 * edge], arc[2 * edge + 1]].some(
      (arcOfSide) => arcOfSide !== NO_ID && this.arcWeight[arcOfSide] < INFINITE_WEIGHT,
    )
  }

  /** Returns true if the node nearest to the middle of the segment is in the hole. */
  private isSegmentIn(segment: number, { runs }: Hole): boolean {
    const { shapeLatitude, shapeLongitude } = this.map.network.edges
    const latitude = (shapeLatitude[segment] + shapeLatitude[segment + 1]) / 2
    const halfLongitudes = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment]) / 2
    const row = Math.round(this.grid.toRow(latitude))
    const column = Math.round(this.grid.toColumn(shapeLongitude[segment] + halfLongitudes))
    return runs.some(([runRow, first, last]) => runRow === row && first <= column && column <= last)
  }
}
