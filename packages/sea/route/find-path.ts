import { lengthNm, type Position } from '@fairway/geo'
import { isChannel, type Sea } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import { NodeSearch, type SearchLimits } from '../search/node-search.ts'
import { LineOfSight } from '../water/line-of-sight.ts'
import type { Snapped } from '../water/snap.ts'
import { StringPuller } from './pull.ts'
import { positionOf, unfoldLink, unfoldWithin } from './unfold.ts'

/** A stretch of a path: in open water, or along a channel. */
export interface Stretch {
  readonly points: readonly Position[]
  /** Index of the channel in the table. */
  readonly channel?: number
}

export interface Way {
  readonly stretches: readonly Stretch[]
  readonly nm: number
  /** The search cost: miles, with surcharges near the shore, on rivers and in the ice. */
  readonly cost: number
}

/** Finds paths between positions on water. Holds the search memory; use one per thread. */
export class WayFinder {
  readonly sea: Sea
  readonly search: NodeSearch
  readonly sight: LineOfSight
  private readonly puller: StringPuller

  constructor(sea: Sea) {
    this.sea = sea
    this.search = new NodeSearch(sea)
    this.sight = new LineOfSight(sea)
    this.puller = new StringPuller(sea, this.sight)
  }

  find(from: Snapped, to: Snapped, closures: Closures, limits?: SearchLimits): Way | undefined {
    // Always searches in the same direction, so that both directions have the same length.
    const isTurned = from.node > to.node || (from.node === to.node && from.latitude > to.latitude)
    const [start, goal] = isTurned ? [to, from] : [from, to]
    const nodes = this.search.find(start.node, goal.node, closures, limits)
    if (!nodes) return undefined
    const cost = this.search.foundCost
    const stretches = this.split(nodes, start, goal).map(({ points, channel }): Stretch => {
      return channel === undefined ? { points: this.puller.pull(points, closures) } : { points, channel }
    })
    const nm = stretches.reduce((sum, { points }) => sum + lengthNm(points), 0)
    return { stretches: isTurned ? turned(stretches) : stretches, nm, cost }
  }

  /** Alternating open water and channels. Each stretch begins where the previous one ends. */
  private split(nodes: readonly number[], start: Snapped, goal: Snapped): Stretch[] {
    const { sea } = this
    const begin: Position = [start.latitude, start.longitude]
    const end: Position = [goal.latitude, goal.longitude]
    const stretches: { points: Position[]; channel?: number }[] = []
    let current: { points: Position[]; channel?: number } = { points: [begin] }
    const append = (...points: Position[]) => current.points.push(...points)
    if (!isChannel(sea, nodes[0])) {
      append(...unfoldWithin(sea, this.sight, nodes[0], begin, positionOf(sea, nodes[0])))
    }
    nodes.forEach((node, at) => {
      const here = positionOf(sea, node)
      const next = nodes[at + 1]
      append(here)
      if (next === undefined) return
      const channel = this.channelOf(node, next)
      if (channel !== current.channel) {
        stretches.push(current)
        current = { points: [here], ...(channel !== undefined && { channel }) }
      }
      append(...unfoldLink(sea, this.sight, node, next))
    })
    const last = nodes[nodes.length - 1]
    if (current.channel !== undefined && !isChannel(sea, last)) {
      stretches.push(current)
      current = { points: [positionOf(sea, last)] }
    }
    if (!isChannel(sea, last)) append(...unfoldWithin(sea, this.sight, last, positionOf(sea, last), end))
    append(end)
    stretches.push(current)
    return stretches
      .map(({ points, ...rest }) => ({ ...rest, points: withoutRepeats(points) }))
      .filter(({ points }) => points.length > 1)
  }

  /** Links within a channel, and those from its ends to the sea, belong to it. */
  private channelOf(node: number, next: number): number | undefined {
    const inside = isChannel(this.sea, node) ? node : isChannel(this.sea, next) ? next : undefined
    if (inside === undefined) return undefined
    const { nodeFirst } = this.sea.channels
    let channel = 0
    while (nodeFirst[channel + 1] <= inside) channel++
    return channel
  }
}

export function turned(stretches: readonly Stretch[]): Stretch[] {
  return stretches.map((stretch) => ({ ...stretch, points: [...stretch.points].reverse() })).reverse()
}

function withoutRepeats(points: readonly Position[]): Position[] {
  return points.filter(([latitude, longitude], at) => {
    const before = points[at - 1]
    return !before || before[0] !== latitude || before[1] !== longitude
  })
}
