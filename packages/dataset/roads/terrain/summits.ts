import type { Terrain } from '@fairway/geo'
import { RoadFlag, TravelMode } from '@fairway/road'
import { NO_NODE, type RawRoads } from '../collect.ts'
import type { RoadRules } from '../rules/rules.ts'

/** Returns the height of a raw node in meters, or NaN if it is unknown. */
export type NodeHeight = (node: number) => number

/**
 * Maximum height in meters by which an edge may rise and fall again. The climb of a partial edge is estimated in
 * proportion to its length, which is inaccurate for edges over a summit.
 */
const MAX_DIP_METERS = 20
/** Maximum dip of a way in meters, lower than the limit for edges because several ways may form one edge. */
const MAX_WAY_DIP_METERS = 10
const MICRODEGREES_PER_DEGREE = 1e6

/**
 * Reads all heights tile by tile. Ways are sorted by ID, and reading a tile for each way would take days on a large
 * map.
 */
export function readNodeHeights({ nodes }: RawRoads, terrain: Terrain): NodeHeight {
  const tile = new Int32Array(nodes.count)
  for (let node = 0; node < nodes.count; node++)
    tile[node] =
      360 * Math.floor(nodes.latitude[node] / MICRODEGREES_PER_DEGREE) +
      Math.floor(nodes.longitude[node] / MICRODEGREES_PER_DEGREE)
  const order = Uint32Array.from(tile.keys()).sort((a, b) => tile[a] - tile[b] || a - b)
  const heights = new Float32Array(nodes.count)
  for (const node of order) {
    const position = [
      nodes.latitude[node] / MICRODEGREES_PER_DEGREE,
      nodes.longitude[node] / MICRODEGREES_PER_DEGREE,
    ] as const
    heights[node] = terrain.heightAt(position) ?? Number.NaN
  }
  return (node) => heights[node]
}

/** Finds nodes at which ways change between uphill and downhill. */
export function findSummits(
  { ways }: RawRoads,
  rules: readonly (RoadRules | undefined)[],
  heightOf: NodeHeight,
): ReadonlySet<number> {
  const summits = new Set<number>()
  for (let way = 0; way < ways.count; way++) {
    const rule = rules[way]
    if (!rule || !isOnGround(rule)) continue
    const nodes = ways.node.subarray(ways.refFirst[way], ways.refFirst[way + 1])
    if (nodes.includes(NO_NODE)) continue
    for (const index of findExtremes(nodes, heightOf, MAX_WAY_DIP_METERS)) summits.add(nodes[index])
  }
  return summits
}

function isOnGround({ flags, forward, backward }: RoadRules): boolean {
  const mode = (forward ?? backward)?.mode
  return (flags & (RoadFlag.bridge | RoadFlag.tunnel)) === 0 && mode !== TravelMode.ferry && mode !== TravelMode.train
}

/** Chains of links that each form one edge (see build/chains.ts). */
interface LinkChains {
  readonly count: number
  readonly first: Uint32Array
  readonly link: Uint32Array
}

/**
 * Splits chains where they change between uphill and downhill. `tailOf` returns the raw node at the start of a link.
 */
export function splitAtSummits(
  { count, first, link }: LinkChains,
  tailOf: (link: number) => number,
  heightOf: NodeHeight,
): LinkChains {
  const starts: number[] = [0]
  for (let chain = 0; chain < count; chain++) {
    const links = link.subarray(first[chain], first[chain + 1])
    // The reverse of the last link starts at the end of the chain.
    const nodes = Uint32Array.of(...links, links[links.length - 1] ^ 1).map(tailOf)
    for (const index of findExtremes(nodes, heightOf, MAX_DIP_METERS)) starts.push(first[chain] + index)
    starts.push(first[chain + 1])
  }
  return { count: starts.length - 1, first: Uint32Array.from(starts), link }
}

/**
 * Returns the indices of summits and valleys that differ from their neighbors by at least `minMeters`, excluding the
 * ends.
 */
export function findExtremes(nodes: Uint32Array, heightOf: NodeHeight, minMeters: number): number[] {
  const extremes: number[] = []
  let [low, high] = [0, 0]
  let direction = 0
  for (let i = 1; i < nodes.length; i++) {
    const height = heightOf(nodes[i])
    // Restart the search after a node with an unknown height.
    if (Number.isNaN(height) || Number.isNaN(heightOf(nodes[low]))) {
      low = high = i
      direction = 0
      continue
    }
    if (height < heightOf(nodes[low])) low = i
    if (height > heightOf(nodes[high])) high = i
    if (direction >= 0 && height <= heightOf(nodes[high]) - minMeters) {
      if (direction > 0) extremes.push(high)
      direction = -1
      low = i
    } else if (direction <= 0 && height >= heightOf(nodes[low]) + minMeters) {
      if (direction < 0) extremes.push(low)
      direction = 1
      high = i
    }
  }
  return extremes
}
