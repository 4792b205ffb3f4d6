import { distanceNm, lengthNm, type Position } from '@fairway/geo'
import { isChannel, type Sea } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import { NodeSearch, type SearchLimits } from '../search/node-search.ts'
import { LineOfSight } from '../water/line-of-sight.ts'
import type { SnappedPoint } from '../water/snap.ts'
import { StringPuller } from './pull.ts'
import { nodePosition, unfoldLink, unfoldWithin } from './unfold.ts'

/** A section of a path, in open water or along a channel. */
export interface PathSection {
  readonly points: readonly Position[]
  /** Index of the channel in the table. */
  readonly channel?: number
}

export interface SeaPath {
  readonly sections: readonly PathSection[]
  readonly nm: number
  /** Search cost in nautical miles, with surcharges near the shore, on rivers, and in the ice. */
  readonly cost: number
}

/** Nodes of a path between two positions. */
export interface RawPath {
  readonly nodes: readonly number[]
  readonly start: SnappedPoint
  readonly goal: SnappedPoint
  readonly cost: number
}

/** Finds paths between positions on water. It contains the search memory, so use one instance per thread. */
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
    // The search always runs in the same direction, so that a route has the same length in both directions.
    const isSwapped = from.node > to.node || (from.node === to.node && from.latitude > to.latitude)
    const [start, goal] = isSwapped ? [to, from] : [from, to]
    const rawPath = this.findRaw(start, goal, closures, limits)
    if (!rawPath) return undefined
    const path = this.straighten(rawPath, closures)
    return isSwapped ? { ...path, sections: reverseSections(path.sections) } : path
  }

  /** Finds a path along the links of the graph. `straighten` then shortens the path. */
  findRaw(start: SnappedPoint, goal: SnappedPoint, closures: Closures, limits?: SearchLimits): RawPath | undefined {
    const [startNode, goalNode] = [start, goal].map((point) => this.findOpenNode(point, closures))
    const nodes = this.search.find(startNode, goalNode, closures, limits)
    return nodes && { nodes, start, goal, cost: this.search.foundCost }
  }

  /**
   * Returns the node of a position, or a visible neighbor if a closed gate separates the position from its node. Such a
   * gate is possible because squares are large.
   */
  private findOpenNode({ node, latitude, longitude }: SnappedPoint, closures: Closures): number {
    if (isChannel(this.sea, node)) return node
    const lineTo = (candidate: number) => [latitude, longitude, ...nodePosition(this.sea, candidate)] as const
    if (!closures.isLineClosed(...lineTo(node))) return node
    const { linkFirst } = this.sea.nodes
    let [nearestNode, bestNm] = [node, Number.POSITIVE_INFINITY]
    for (const candidate of this.sea.links.head.subarray(linkFirst[node], linkFirst[node + 1])) {
      const line = lineTo(candidate)
      const nm = distanceNm(...line)
      if (nm >= bestNm || isChannel(this.sea, candidate) || closures.isLineClosed(...line)) continue
      if (!this.lineOfSight.isClear(...line)) continue
      nearestNode = candidate
      bestNm = nm
    }
    return nearestNode
  }

  straighten({ nodes, start, goal, cost }: RawPath, closures: Closures): SeaPath {
    return this.straightenSections(this.splitAtChannels(nodes, start, goal), cost, closures)
  }

  /** Joins two paths and a crossing between them. Open water is straightened across the joints. */
  join(pathBefore: RawPath, crossing: PathSection, pathAfter: RawPath, cost: number, closures: Closures): SeaPath {
    const sections: PathSection[] = []
    const parts = [pathBefore, pathAfter].map(({ nodes, start, goal }) => this.splitAtChannels(nodes, start, goal))
    for (const section of [...parts[0], crossing, ...parts[1]]) {
      const last = sections[sections.length - 1]
      if (last && last.channel === undefined && section.channel === undefined)
        sections[sections.length - 1] = { points: removeRepeats([...last.points, ...section.points]) }
      else sections.push(section)
    }
    return this.straightenSections(sections, cost, closures)
  }

  private straightenSections(rawSections: readonly PathSection[], cost: number, closures: Closures): SeaPath {
    const sections = rawSections.map((section): PathSection => {
      return section.channel === undefined
        ? { points: this.stringPuller.straighten(section.points, closures) }
        : section
    })
    return { sections, nm: sections.reduce((sum, { points }) => sum + lengthNm(points), 0), cost }
  }

  /**
   * Splits a path into alternating sections of open water and channels. Each section begins where the previous section
   * ends.
   */
  private splitAtChannels(nodes: readonly number[], start: SnappedPoint, goal: SnappedPoint): PathSection[] {
    const { sea } = this
    const startPosition: Position = [start.latitude, start.longitude]
    const goalPosition: Position = [goal.latitude, goal.longitude]
    const sections: { points: Position[]; channel?: number }[] = []
    let current: { points: Position[]; channel?: number } = { points: [startPosition] }
    const append = (...points: Position[]) => current.points.push(...points)
    if (!isChannel(sea, nodes[0]) && nodes[0] === start.node) {
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
    if (!isChannel(sea, last) && last === goal.node)
      append(...unfoldWithin(sea, this.lineOfSight, last, nodePosition(sea, last), goalPosition))
    append(goalPosition)
    sections.push(current)
    return sections
      .map(({ points, ...rest }) => ({ ...rest, points: removeRepeats(points) }))
      .filter(({ points }) => points.length > 1)
  }

  /**
   * Returns the channel of a link. Links within a channel, and links from its ends to the sea, belong to the channel.
   */
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
    const previousPoint = points[index - 1]
    return !previousPoint || previousPoint[0] !== latitude || previousPoint[1] !== longitude
  })
}
