import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { PathAttributes } from '../attributes/path-attributes.ts'
import { firstChild, secondChild } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'
import type { ReferenceMetric } from './metric.ts'

/**
 * Computes path attributes in plain TypeScript, deriving the values of shortcuts from those of turns. Lower vertices
 * are processed first, because the shortcut children of an arc are below it.
 */
export function joinReference(
  { vertexCount, upFirst, downFirst }: Topology,
  { weight, children }: ReferenceMetric,
  attributes: PathAttributes,
): PathAttributes {
  const { size } = attributes
  const values = attributes.values.slice()
  const join = (arc: number): void => {
    const pair = children[arc]
    if (weight[arc] >= INFINITE_WEIGHT || pair < 0) return
    const first = size * firstChild(pair)
    const second = size * secondChild(pair)
    const growth = size === 3 ? values[second + 2] : 0
    values[size * arc] = values[first] + values[second]
    values[size * arc + 1] = values[first + 1] + values[second + 1] + growth * values[first + 1]
    if (size === 3) values[size * arc + 2] = values[first + 2] + growth + values[first + 2] * growth
  }
  for (let v = 0; v < vertexCount; v++) {
    for (let arc = upFirst[v]; arc < upFirst[v + 1]; arc++) join(arc)
    for (let arc = downFirst[v]; arc < downFirst[v + 1]; arc++) join(arc)
  }
  return { ...attributes, values }
}
