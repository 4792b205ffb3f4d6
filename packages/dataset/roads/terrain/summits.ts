import type { Terrain } from '@fairway/geo'
import { RoadFlag, TravelMode } from '@fairway/road'
import { NO_NODE, type RawRoads } from '../collect.ts'
import type { RoadRules } from '../rules/rules.ts'

/** The height of a raw node, NaN if it is unknown. */
export type NodeHeight = (node: number) => number

/**
 * Part of an edge gets a share of its climb proportional to the length, so an edge must not go up and down by more than
 * this.
 */
const MAX_DIP_METERS = 20
/** Ways are split at more places than edges, because several ways may form one edge. */
const MAX_WAY_DIP_METERS = 10
const MICRODEGREES = 1e6

/**
 * Looks up all heights tile by tile. Ways come in the order of their IDs, and reading a tile again for each of them
 * would take days on a large map.
 */
export function readNodeHeights({ nodes }: RawRoads, terrain: Terrain): NodeHeight {
  const tile = new Int32Array(nodes.count)
  for (let node = 0; node < nodes.count; node++)
    tile[node] =
      360 * Math.floor(nodes.latitude[node] / MICRODEGREES) + Math.floor(nodes.longitude[node] / MICRODEGREES)
  const order = Uint32Array.from(tile.keys()).sort((a, b) => tile[a] - tile[b] || a - b)
  const heights = new Float32Array(nodes.count)
  for (const node of order) {
    const position = [nodes.latitude[node] / MICRODEGREES, nodes.longitude[node] / MICRODEGREES] as const
    heights[node] = terrain.heightAt(position) ?? Number.NaN
  }
  return (node) => heights[node]
}

/** Nodes at which ways change from uphill to downhill or back. */
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

/** Chains of links that form one edge each; see build/chains.ts. */
interface LinkChains {
  readonly count: number
  readonly first: Uint32Array
  readonly link: Uint32Array
}

/** Splits chains where they change from uphill to downhill or back. `tailOf` is the raw node at which a link begins. */
export function splitAtSummits(
  { count, first, link }: LinkChains,
  tailOf: (link: number) => number,
  heightOf: NodeHeight,
): LinkChains {
  const starts: number[] = [0]
  for (let chain = 0; chain < count; chain++) {
    const links = link.subarray(first[chain], first[chain + 1])
    // The opposite link begins where a link ends.
    const nodes = Uint32Array.of(...links, links[links.length - 1] ^ 1).map(tailOf)
    for (const index of findExtremes(nodes, heightOf, MAX_DIP_METERS)) starts.push(first[chain] + index)
    starts.push(first[chain + 1])
  }
  return { count: starts.length - 1, first: Uint32Array.from(starts), link }
}

/** The positions of summits and valleys that differ from their neighbors by at least this height, without the ends. */
export function findExtremes(nodes: Uint32Array, heightOf: NodeHeight, minMeters: number): number[] {
  const extremes: number[] = []
  let [low, high] = [0, 0]
  let direction = 0
  for (let i = 1; i < nodes.length; i++) {
    const height = heightOf(nodes[i])
    // Starts over after unknown ground.
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
