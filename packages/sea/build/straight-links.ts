import { DEGREES_PER_MICRODEGREE, decodeSquare, GRID_ROWS, LAND_CELL, toColumn, toRow } from '../grid.ts'
import type { Sea } from '../schema.ts'
import { getCellContent } from '../water/coast-crossing.ts'
import { LineOfSight } from '../water/line-of-sight.ts'
import type { Adjacency } from './adjacency.ts'
import type { LinkList, NodeList } from './node-list.ts'
import { NodeDistances } from './short-distance.ts'

/**
 * Maximum length of a link that cuts a corner, as a fraction of the combined length of the two links around the corner.
 */
const MAX_DIRECT_SHARE = 0.88
/** Number of nodes between progress reports, which gives a few reports per second. */
const NODES_PER_PROGRESS_REPORT = 1 << 16

/**
 * Adds links that cut corners, from a node to a neighbor's neighbor where the straight line is clear. With links
 * between adjacent squares only, routes would zigzag at right angles.
 */
export function addShortcutLinks(
  sea: Sea,
  nodes: NodeList,
  { first, head }: Adjacency,
  links: LinkList,
  onProgress: (share: number) => void = () => {},
): void {
  const lineOfSight = new LineOfSight(sea)
  const lastSource = new Int32Array(nodes.count).fill(-1)
  const distances = new NodeDistances(nodes.latitude, nodes.longitude, nodes.count)
  const length = new Float64Array(head.length)
  for (let node = 0; node < nodes.count; node++) {
    for (let link = first[node]; link < first[node + 1]; link++) length[link] = distances.between(node, head[link])
  }
  for (let node = 0; node < nodes.count; node++) {
    if (node % NODES_PER_PROGRESS_REPORT === 0) onProgress(node / nodes.count)
    for (let link = first[node]; link < first[node + 1]; link++) lastSource[head[link]] = node
    for (let link = first[node]; link < first[node + 1]; link++) {
      const viaNode = head[link]
      for (let next = first[viaNode]; next < first[viaNode + 1]; next++) {
        const target = head[next]
        if (target <= node || lastSource[target] === node) continue
        if (distances.between(node, target) > MAX_DIRECT_SHARE * (length[link] + length[next])) continue
        lastSource[target] = node
        if (hasLineOfSight(lineOfSight, nodes, node, target)) links.add(node, target)
      }
    }
  }
}

/** Offsets of knight's moves and longer steps, so that courses across open water can follow 24 or 32 directions. */
const longLinkOffsets: readonly (readonly [number, number])[] = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [1, 3],
  [3, 1],
  [3, -1],
  [1, -3],
  [2, 3],
  [3, 2],
  [3, -2],
  [2, -3],
]
/** Minimum size of squares with long links. There is no room for them along coasts. */
const MIN_SQUARE_SIZE = 2

export function addLongLinks(sea: Sea, nodes: NodeList, firstSquare: number, endSquare: number, links: LinkList): void {
  const lineOfSight = new LineOfSight(sea)
  for (let node = firstSquare; node < endSquare; node++) {
    const size = nodes.size[node]
    if (size < MIN_SQUARE_SIZE) continue
    const latitude = nodes.latitude[node] * DEGREES_PER_MICRODEGREE
    const longitude = nodes.longitude[node] * DEGREES_PER_MICRODEGREE
    for (const [dx, dy] of longLinkOffsets) {
      const lat = latitude + (dy * size) / 32
      if (lat <= -90 || lat >= 90) continue
      const row = toRow(lat)
      if (row <= 0 || row >= GRID_ROWS - 1) continue
      const content = getCellContent(sea, toColumn(longitude + (dx * size) / 32), row)
      if (content >= LAND_CELL) continue
      const target = decodeSquare(content)
      // Links between squares of different sizes are added by the smaller square.
      if (target === node || nodes.size[target] < size) continue
      if (hasLineOfSight(lineOfSight, nodes, node, target)) links.add(node, target)
    }
  }
}

function hasLineOfSight(lineOfSight: LineOfSight, { latitude, longitude }: NodeList, a: number, b: number): boolean {
  return lineOfSight.isClear(
    latitude[a] * DEGREES_PER_MICRODEGREE,
    longitude[a] * DEGREES_PER_MICRODEGREE,
    latitude[b] * DEGREES_PER_MICRODEGREE,
    longitude[b] * DEGREES_PER_MICRODEGREE,
  )
}
