import { hilbertIndex } from '@fairway/geo'
import { groupBy, NodeFlag } from '@fairway/road'
import type { RawRoads } from '../collect.ts'
import type { NodeRules } from '../rules/rules.ts'
import { type NodeHeight, splitAtSummits } from '../terrain/summits.ts'
import type { WaySegments } from './pieces.ts'
import { CLOSED_SIDE } from './traits.ts'

/**
 * Chains of consecutive way segments that form one edge. A link is `segment * 2 + reversed`, in edge direction. Nodes
 * inside a chain are not junctions, so the hierarchy does not need them.
 */
export interface Chains {
  readonly count: number
  readonly first: Uint32Array
  readonly link: Uint32Array
}

/** Returns the raw node at the start of a link. `headOf` returns the raw node at its end. */
export function tailOf(rawRoads: RawRoads, { begin, end }: WaySegments, link: number): number {
  const segment = link >>> 1
  return rawRoads.ways.node[(link & 1) === 0 ? begin[segment] : end[segment]]
}
export function headOf(rawRoads: RawRoads, segments: WaySegments, link: number): number {
  return tailOf(rawRoads, segments, link ^ 1)
}

export function mergeChains(
  rawRoads: RawRoads,
  segments: WaySegments,
  nodeRules: ReadonlyMap<number, NodeRules>,
  requiredNodes: ReadonlySet<number>,
  heightOf?: NodeHeight,
): Chains {
  const isDrivable = new Uint8Array(segments.count)
  const starts: number[] = []
  const links: number[] = []
  for (let segment = 0; segment < segments.count; segment++) {
    if (segments.side[0][segment] === CLOSED_SIDE && segments.side[1][segment] === CLOSED_SIDE) continue
    isDrivable[segment] = 1
  }
  for (let segment = 0; segment < segments.count; segment++) {
    if (isDrivable[segment] === 0) continue
    starts.push(tailOf(rawRoads, segments, segment * 2), tailOf(rawRoads, segments, segment * 2 + 1))
    links.push(segment * 2, segment * 2 + 1)
  }
  const linksByStartNode = groupBy(Uint32Array.from(starts), rawRoads.nodes.count)
  const linkAt = Uint32Array.from(links)

  /** Returns the link that continues this link without a junction, or -1. */
  const next = (link: number): number => {
    const node = headOf(rawRoads, segments, link)
    if (
      linksByStartNode.first[node + 1] - linksByStartNode.first[node] !== 2 ||
      requiredNodes.has(node) ||
      isObstacle(nodeRules.get(node))
    )
      return -1
    const reverseLink = link ^ 1
    const [a, b] = [
      linkAt[linksByStartNode.item[linksByStartNode.first[node]]],
      linkAt[linksByStartNode.item[linksByStartNode.first[node] + 1]],
    ]
    const otherLink = a === reverseLink ? b : a
    return otherLink >>> 1 !== link >>> 1 && haveSameTraits(segments, link, otherLink) ? otherLink : -1
  }

  const isUsed = new Uint8Array(segments.count)
  const first: number[] = [0]
  const chain: number[] = []
  for (let segment = 0; segment < segments.count; segment++) {
    if (isDrivable[segment] === 0 || isUsed[segment] === 1) continue
    // Go back to the start of the chain. A closed ring starts at its first segment.
    let start = segment * 2
    for (
      let previousLink = next(start ^ 1);
      previousLink >= 0 && previousLink >>> 1 !== segment;
      previousLink = next(previousLink)
    )
      start = previousLink ^ 1
    for (let link = start; link >= 0 && isUsed[link >>> 1] === 0; link = next(link)) {
      isUsed[link >>> 1] = 1
      chain.push(link)
    }
    first.push(chain.length)
  }
  const chains = { count: first.length - 1, first: Uint32Array.from(first), link: Uint32Array.from(chain) }
  const tail = (link: number) => tailOf(rawRoads, segments, link)
  return sortAlongHilbertCurve(rawRoads, segments, heightOf ? splitAtSummits(chains, tail, heightOf) : chains)
}

/**
 * Numbers the chains along a Hilbert curve. A route reads the network arrays edge by edge, so consecutive edges should
 * be close in memory.
 */
function sortAlongHilbertCurve(rawRoads: RawRoads, segments: WaySegments, { count, first, link }: Chains): Chains {
  const key = new Float64Array(count)
  for (let chain = 0; chain < count; chain++) {
    const node = tailOf(rawRoads, segments, link[first[chain]])
    // A grid of 2^16 columns and rows over the whole globe would be too coarse for a town. Cells of
    // 0.0005 degrees are used instead, and their indices wrap around.
    const column = Math.floor((rawRoads.nodes.longitude[node] + 180e6) / 500) & 0xffff
    const row = Math.floor((rawRoads.nodes.latitude[node] + 90e6) / 500) & 0xffff
    key[chain] = hilbertIndex(column, row)
  }
  const order = Uint32Array.from(key.keys()).sort((a, b) => key[a] - key[b] || a - b)
  const sorted = { count, first: new Uint32Array(count + 1), link: new Uint32Array(link.length) }
  let length = 0
  order.forEach((chain, index) => {
    sorted.first[index] = length
    for (let i = first[chain]; i < first[chain + 1]; i++) sorted.link[length++] = link[i]
  })
  sorted.first[count] = length
  return sorted
}

function isObstacle(rules: NodeRules | undefined): boolean {
  if (!rules) return false
  return (
    rules.isBlocked ||
    rules.isRestricted ||
    (rules.flags & NodeFlag.noWheelchairs) !== 0 ||
    rules.timed.length > 0 ||
    rules.exit !== '' ||
    (rules.charges ?? []).length > 0 ||
    Object.keys(rules.limits).length > 0
  )
}

function haveSameTraits({ road, side }: WaySegments, a: number, b: number): boolean {
  const p = a >>> 1
  const q = b >>> 1
  return road[p] === road[q] && side[a & 1][p] === side[b & 1][q] && side[1 - (a & 1)][p] === side[1 - (b & 1)][q]
}
