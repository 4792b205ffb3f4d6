import { NO_ID } from '@fairway/road'
import type { DrawnMap } from './drawn-map.ts'

/**
 * The edges of the network as drawn nodes, sorted: `ABC` is driven both ways, `AB>` only from A to B. An edge that is
 * driven both ways is written in the order that comes first in the alphabet.
 */
export function listEdges(map: DrawnMap): string[] {
  const { edges } = map.roads.network
  return Array.from({ length: edges.count }, (_, edge) => {
    const along = map.lettersOf(edge)
    const against = [...along].reverse().join('')
    if (edges.arc[2 * edge] === NO_ID) return `${against}>`
    if (edges.arc[2 * edge + 1] === NO_ID) return `${along}>`
    return along.localeCompare(against) < 0 ? along : against
  }).sort()
}
