import { lengthNm, type Position } from '@fairway/geo'
import { isChannel, type Sea } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import { NodeSearch, type SearchLimits } from '../search/node-search.ts'
import { LineOfSight } from '../water/line-of-sight.ts'
import type { SnappedPoint } from '../water/snap.ts'
import { StringPuller } from './pull.ts'
import { nodePosition, unfoldLink, unfoldWithin } from './unfold.ts'

/** A stretch of a path: in open water, or along a channel. */
export interface PathSection {
  readonly points: readonly Position[]
  /** Index of the channel in the table. */
  readonly channel?: number
}

export interface SeaPath {
  readonly sections: readonly PathSection[]
  readonly nm: number
  /** The search cost: miles, with surcharges near the shore, on rivers and in the ice. */
  readonly cost: number
}

/** Finds paths between positions on water. Holds the search memory; use one per thread. */
export class SeaPathFinder {
  readonly sea: Sea
  readonly search: NodeSearch
  readonly lineOfSight: LineOfSight
  private readonly stringPuller: StringPuller

  constructor(sea: Sea) {
    this.sea = sea
    this.search = new NodeSearch(sea)
    this.lineOfSight = new LineOfSight(sea)
    this.stringPuller = new StringPuller(sea, this.lineOfSight)
  }

  find(from: SnappedPoint, to: SnappedPoint, closures: Closures, limits?: SearchLimits): SeaPath | undefined {
    // Always searches in the same direction, so that both directions have the same length.
    const isSwapped = from.node > to.node || (from.node === to.node && from.latitude > to.latitude)
    const [start, goal] = isSwapped ? [to, from] : [from, to]
    const nodes = this.search.find(start.node, goal.node, closures, limits)
    if (!nodes) return undefined
    const cost = this.search.foundCost
    const sections = this.splitAtChannels(nodes, start, goal).map(({ points, channel }): PathSection => {
      return channel === undefined ? { points: this.stringPuller.straighten(points, closures) } : { points, channel }
    })
    const nm = sections.reduce((sum, { points }) => sum + lengthNm(points), 0)
    return { sections: isSwapped ? reverseSections(sections) : sections, nm, cost }
  }

  /** Alternating open water and channels. Each stretch begins where the previous one ends. */
  private splitAtChannels(nodes: readonly number[], start: SnappedPoint, goal: SnappedPoint): PathSection[] {
    const { sea } = this
    const startPosition: Position = [start.latitude, start.longitude]
    const goalPosition: Position = [goal.latitude, goal.longitude]
    const sections: { points: Position[]; channel?: number }[] = []
    let current: { points: Position[]; channel?: number } = { points: [startPosition] }
    const append = (...points: Position[]) => current.points.push(...points)
    if (!isChannel(sea, nodes[0])) {
      append(...unfoldWithin(sea, this.lineOfSight, nodes[0], startPosition, nodePosition(sea, nodes[0])))
    }
    nodes.forEach((node, index) => {
      const position = nodePosition(sea, node)
      const next = nodes[index + 1]
      append(position)
      if (next === undefined) return
      const channel = this.channelOf(node, next)
      if (channel !== current.channel) {
        sections.push(current)
        current = { points: [position], ...(channel !== undefined && { channel }) }
      }
      append(...unfoldLink(sea, this.lineOfSight, node, next))
    })
    const last = nodes[nodes.length - 1]
    if (current.channel !== undefined && !isChannel(sea, last)) {
      sections.push(current)
      current = { points: [nodePosition(sea, last)] }
    }
    if (!isChannel(sea, last))
      append(...unfoldWithin(sea, this.lineOfSight, last, nodePosition(sea, last), goalPosition))
    append(goalPosition)
    sections.push(current)
    return sections
      .map(({ points, ...rest }) => ({ ...rest, points: removeRepeats(points) }))
      .filter(({ points }) => points.length > 1)
  }

  /** Links within a channel, and those from its ends to the sea, belong to it. */
  private channelOf(node: number, next: number): number | undefined {
    const channelNode = isChannel(this.sea, node) ? node : isChannel(this.sea, next) ? next : undefined
    if (channelNode === undefined) return undefined
    const { nodeFirst } = this.sea.channels
    let channel = 0
    while (nodeFirst[channel + 1] <= channelNode) channel++
    return channel
  }
}

export function reverseSections(sections: readonly PathSection[]): PathSection[] {
  return sections.map((section) => ({ ...section, points: [...section.points].reverse() })).reverse()
}

function removeRepeats(points: readonly Position[]): Position[] {
  return points.filter(([latitude, longitude], index) => {
    const before = points[index - 1]
    return !before || before[0] !== latitude || before[1] !== longitude
  })
}
