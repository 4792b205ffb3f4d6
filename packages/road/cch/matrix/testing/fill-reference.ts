import type { Metric } from '../../metric.ts'
import { PathQuery } from '../../path-query.ts'
import type { MatrixPoint } from '../../points/matrix-point.ts'
import { fillSameArcCells, fillTouchingCells } from '../../points/single-cells.ts'
import { joinReference } from '../../reference/join-attributes.ts'
import { ReferenceMatrix } from '../../reference/matrix.ts'
import type { Topology } from '../../topology.ts'
import { preorderOf } from '../elimination-tree.ts'
import type { MatrixCells } from '../matrix-cells.ts'

/**
 * Fills a matrix like MatrixQuery.fill, but with the reference implementation in place of the kernels. The reference
 * implementation also computes the attributes of hierarchy arcs.
 */
export function fillReference(
  topology: Topology,
  metric: Metric,
  sources: readonly MatrixPoint[],
  targets: readonly MatrixPoint[],
  cells: MatrixCells,
): void {
  const query = new PathQuery(topology)
  const { attributes } = cells
  const referenceCells = attributes
    ? {
        ...cells,
        attributes: { ...attributes, pathAttributes: joinReference(topology, metric, attributes.pathAttributes) },
      }
    : cells
  new ReferenceMatrix(topology, preorderOf(topology)).fill(metric, sources, targets, referenceCells)
  fillSameArcCells(query, metric, sources, targets, referenceCells)
  fillTouchingCells(query, metric, sources, targets, referenceCells)
}
