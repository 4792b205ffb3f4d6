import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { findArc } from '../chordal.ts'
import type { Path } from '../path.ts'
import type { SearchOptions } from '../path-query.ts'
import { cheapestOn, type Endpoints, findShared, minWeight } from '../sources-targets.ts'
import type { Topology } from '../topology.ts'
import { type MeetingNode, MeetingNodes } from './meeting-nodes.ts'
import type { ReferenceMetric } from './metric.ts'
import { roundTripOf } from './round-trip.ts'
import { relax, SearchSide } from './search-side.ts'
import { Unpacker } from './unpacker.ts'

/** Implements PathQuery in plain TypeScript to test the kernels. ReferenceDistanceQuery describes the algorithm. */
export class ReferencePathQuery {
  private readonly topology: Topology
  private readonly forward: SearchSide
  private readonly backward: SearchSide
  private readonly meetingNodes = new MeetingNodes()
  private readonly unpacker: Unpacker
  private metric: ReferenceMetric | undefined

  constructor(topology: Topology) {
    this.topology = topology
    this.forward = new SearchSide(topology, topology.upFirst)
    this.backward = new SearchSide(topology, topology.downFirst)
    this.unpacker = new Unpacker(topology)
  }

  /**
   * Returns the weight of the best path from the start of a source's arc to the start of a target's arc. Returns
   * INFINITE_WEIGHT if there is no path.
   */
  search(
    metric: ReferenceMetric,
    sources: Endpoints,
    targets: Endpoints,
    { stretch = 0, mustLeaveArc = false }: SearchOptions = {},
  ): number {
    const { forward, backward, meetingNodes } = this
    const { weight } = metric
    this.metric = metric
    meetingNodes.reset(minWeight(sources) + minWeight(targets), stretch)
    const sharedVertices = mustLeaveArc ? findShared(this.topology.rank, sources, targets) : []
    forward.start(sources, sharedVertices)
    backward.start(targets, sharedVertices)
    if (sharedVertices.length === 0 && this.areSeparate()) {
      forward.searchAlone(weight)
      backward.searchAlone(weight)
    }
    while (forward.activeRows > 1 || backward.activeRows > 1 || sharedVertices.length > 0) {
      const vertex = Math.min(forward.findLowestVertex(), backward.findLowestVertex())
      const row = forward.mergeRowsAt(vertex)
      const backRow = backward.mergeRowsAt(vertex)
      if (vertex === sharedVertices[0]) {
        this.meetOnSharedArc(vertex, row, backRow, sources, targets)
        sharedVertices.shift()
      } else if (row >= 0 && backRow >= 0) this.offerMeetingNode(vertex, row, backRow)
      if (row >= 0) forward.advance(row, weight, meetingNodes.bound)
      if (backRow >= 0) backward.advance(backRow, weight, meetingNodes.bound)
    }
    this.searchTogether(weight)
    return meetingNodes.best.weight === INFINITE_WEIGHT
      ? INFINITE_WEIGHT
      : meetingNodes.best.weight + meetingNodes.offset
  }

  /** Returns the best path of the last search, if any. */
  path(): Path | undefined {
    const { best } = this.meetingNodes
    return best.weight === INFINITE_WEIGHT ? undefined : this.assemble(best)
  }

  /**
   * Returns the vertices through which the last search found a path within the stretch, and the weights of those paths.
   * The result includes the via node of the best path, unless that path is a round trip below it.
   */
  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    return this.meetingNodes.candidates()
  }

  /**
   * Returns a lower bound for the weight that the path through a candidate shares with the best path. The bound covers
   * the common start in the upward search and the common end. No path is unpacked.
   */
  minSharedWeight(vertex: number): number {
    const { vertex: top } = this.meetingNodes.best
    return (
      computeCommonStartWeight(this.forward, this.topology.vertexCount, top, vertex) +
      computeCommonStartWeight(this.backward, this.topology.vertexCount, top, vertex)
    )
  }

  /** Returns the path of the last search through one of its candidates. */
  pathVia(vertex: number): Path {
    return this.assemble({
      weight: this.meetingNodes.getCandidateWeight(vertex),
      vertex,
      forwardOrigin: this.forward.origin(vertex),
      backwardOrigin: this.backward.origin(vertex),
    })
  }

  /**
   * Returns true if neither side passes the other before its own sources or targets merge. This is almost always the
   * case, unless both sides are on one street.
   */
  private areSeparate(): boolean {
    const { parent, vertexCount } = this.topology
    const forwardJunction = this.forward.findJunction()
    const backwardJunction = this.backward.findJunction()
    if (forwardJunction >= vertexCount || backwardJunction >= vertexCount) return false
    const high = Math.max(forwardJunction, backwardJunction)
    let low = Math.min(forwardJunction, backwardJunction)
    while (low < high) low = parent[low]
    return low !== high
  }

  private offerMeetingNode(vertex: number, row: number, backRow: number): void {
    const { forward, backward, meetingNodes } = this
    const weight = forward.weightAt(row) + backward.weightAt(backRow)
    const origins = { forwardOrigin: forward.originAt(row), backwardOrigin: backward.originAt(backRow) }
    meetingNodes.offer({ weight, vertex, ...origins })
    meetingNodes.collect(vertex, weight)
  }

  /**
   * Joins the paths at an arc that has both a source and a target. Paths that begin or end on the arc are kept separate
   * from paths that pass through it. All pairs may meet, except pairs whose path would follow the arc itself. Such a
   * pair needs a round trip.
   */
  private meetOnSharedArc(vertex: number, row: number, backRow: number, sources: Endpoints, targets: Endpoints): void {
    const { forward, backward, meetingNodes, topology } = this
    const { vertexCount, roadArc } = topology
    const source = cheapestOn(sources, roadArc[vertex])
    const target = cheapestOn(targets, roadArc[vertex])
    const begin = sources.weight[source] - forward.minWeight
    const end = targets.weight[target] - backward.minWeight
    const forwardWeight = forward.weightAt(row)
    const backwardWeight = backward.weightAt(backRow)
    const forwardOrigins = { vertex, forwardOrigin: forward.originAt(row) }
    const sourceOrigin = { vertex, forwardOrigin: vertexCount + source }
    const backwardOrigins = { backwardOrigin: backward.originAt(backRow) }
    const targetOrigin = { backwardOrigin: vertexCount + target }
    meetingNodes.offer({ weight: forwardWeight + backwardWeight, ...forwardOrigins, ...backwardOrigins })
    meetingNodes.offer({ weight: forwardWeight + end, ...forwardOrigins, ...targetOrigin })
    meetingNodes.offer({ weight: begin + backwardWeight, ...sourceOrigin, ...backwardOrigins })
    const roundTrip = roundTripOf(topology, this.getMetric().weight, vertex)
    meetingNodes.offer({ weight: begin + roundTrip.weight + end, ...sourceOrigin, ...targetOrigin, trip: roundTrip })
    forward.begin(row, begin, source)
    backward.begin(backRow, end, target)
    const isDirect = forward.originAt(row) >= vertexCount && backward.originAt(backRow) >= vertexCount
    if (!isDirect) meetingNodes.collect(vertex, forward.weightAt(row) + backward.weightAt(backRow))
  }

  /** Handles the common case, in which each side has one row until both meet, and one path leads to the root. */
  private searchTogether(weight: Int32Array): void {
    const { vertexCount, parent, depth, upperDepth, upFirst, downFirst } = this.topology
    const { forward, backward, meetingNodes } = this
    const { scale, settled } = forward
    const backwardSettled = backward.settled
    const infinite = INFINITE_WEIGHT * scale
    const forwardRow = forward.labelRows[0]
    const backwardRow = backward.labelRows[0]
    let s = forward.activeRows > 0 ? forward.at[0] : vertexCount
    let t = backward.activeRows > 0 ? backward.at[0] : vertexCount
    let bound = meetingNodes.bound
    while (s !== t) {
      // The parent of a root is higher than every vertex, so a side that reaches it stops advancing.
      if (s < t) {
        const packedLabel = forwardRow[depth[s]]
        const label = Math.floor(packedLabel / scale)
        forwardRow[depth[s]] = infinite
        settled[s] = packedLabel
        if (label < bound) relax(upperDepth, upFirst[s], upFirst[s + 1], weight, scale, label * scale + s, forwardRow)
        s = parent[s]
      } else {
        const packedLabel = backwardRow[depth[t]]
        const label = Math.floor(packedLabel / scale)
        backwardRow[depth[t]] = infinite
        backwardSettled[t] = packedLabel
        if (label < bound)
          relax(upperDepth, downFirst[t], downFirst[t + 1], weight, scale, label * scale + t, backwardRow)
        t = parent[t]
      }
    }
    let bestWeight = meetingNodes.best.weight
    let bestVertex = vertexCount
    for (let v = s; v < vertexCount; v = parent[v]) {
      const row = depth[v]
      const label = Math.floor(forwardRow[row] / scale)
      const backwardLabel = Math.floor(backwardRow[row] / scale)
      settled[v] = forwardRow[row]
      backwardSettled[v] = backwardRow[row]
      forwardRow[row] = backwardRow[row] = infinite
      if (label + backwardLabel < bound) {
        meetingNodes.collect(v, label + backwardLabel)
        if (label + backwardLabel < bestWeight) {
          bestWeight = label + backwardLabel
          bestVertex = v
          bound = meetingNodes.computeBound(bestWeight)
        }
      }
      if (label < bound) relax(upperDepth, upFirst[v], upFirst[v + 1], weight, scale, label * scale + v, forwardRow)
      if (backwardLabel < bound) {
        relax(upperDepth, downFirst[v], downFirst[v + 1], weight, scale, backwardLabel * scale + v, backwardRow)
      }
    }
    const origins = { forwardOrigin: forward.origin(bestVertex), backwardOrigin: backward.origin(bestVertex) }
    meetingNodes.offer({ weight: bestWeight, vertex: bestVertex, ...origins })
  }

  private assemble({ weight, vertex, forwardOrigin, backwardOrigin, trip }: MeetingNode): Path {
    const { forward, backward, meetingNodes, unpacker, topology } = this
    const { vertexCount, upFirst, downFirst, upper, roadArc } = topology
    const { children } = this.getMetric()
    const settledVertices = [vertex]
    let source = forwardOrigin
    for (; source < vertexCount; source = forward.origin(source)) settledVertices.push(source)
    unpacker.begin(roadArc[settledVertices[settledVertices.length - 1]])
    for (let index = settledVertices.length - 1; index > 0; index--) {
      unpacker.unpack(children, findArc(upper, upFirst, settledVertices[index], settledVertices[index - 1]))
    }
    for (const arc of trip?.arcs ?? []) unpacker.unpack(children, arc)
    let target = backwardOrigin
    for (let from = vertex; target < vertexCount; from = target, target = backward.origin(target)) {
      unpacker.unpack(children, findArc(upper, downFirst, target, from))
    }
    return {
      weight: weight + meetingNodes.offset,
      source: source - vertexCount,
      target: target - vertexCount,
      arcs: unpacker.arcs(),
      turns: unpacker.turns(),
    }
  }

  private getMetric(): ReferenceMetric {
    if (!this.metric) throw new Error('no search has run yet')
    return this.metric
  }
}

/** Returns the weight from the search origin to the highest vertex that is below both `top` and `otherTop`. */
function computeCommonStartWeight(searchSide: SearchSide, vertexCount: number, top: number, otherTop: number): number {
  let a = top
  let b = otherTop
  // A lower vertex on the path is closer to the search origin.
  while (a !== b) {
    if (a >= vertexCount || b >= vertexCount) return 0
    if (a > b) a = searchSide.origin(a)
    else b = searchSide.origin(b)
  }
  return a < vertexCount ? searchSide.settledWeight(a) : 0
}
