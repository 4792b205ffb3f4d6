import { NO_ID } from '@fairway/road'
import type { DrawnMap } from './drawn-map.ts'

/**
 * Lists the edges of the network as drawn nodes, sorted. `ABC` is two-way, and `AB>` is one-way from A to B. A two-way
 * edge is written in the direction that comes first alphabetically.
 */
export function listEdges(map: DrawnMap): string[] {
  const { edges } = map.roads.network
  return Array.from({ length: edges.count }, (_, edge) => {
    const along = map.lettersOfEdge(edge)
    const against = [...along].reverse().join('')
    if (edges.arc[2 * edge] === NO_ID) return `${against}>`
    if (edges.arc[2 * edge + 1] === NO_ID) return `${along}>`
    return along.localeCompare(against) < 0 ? along : against
  }).sort()
}
