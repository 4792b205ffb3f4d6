import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { Metric } from './metric.ts'
import type { Topology } from './topology.ts'

/** The arcs of the road along a path, its first and its last included. */
export interface Path {
  readonly weight: number
  readonly arcs: Uint32Array
}

/**
 * Like DistanceQuery, and remembers by which hierarchy arc each label came, so that the path can be unpacked. The scratch
 * memory of one thread.
 */
export class PathQuery {
  private readonly topology: Topology
  private readonly arcOfRank: Uint32Array
  /** The vertex at the upper end of every hierarchy arc is known; this is the one at the lower end. */
  private readonly lower: Uint32Array
  private readonly forward: Int32Array
  private readonly backward: Int32Array
  private readonly forwardArc: Uint32Array
  private readonly backwardArc: Uint32Array
  private readonly stack: Uint32Array
  private path = new Uint32Array(1024)

  constructor(topology: Topology) {
    const { vertexCount, height, rank, upFirst, downFirst, upHead, downHead } = topology
    this.topology = topology
    this.arcOfRank = new Uint32Array(vertexCount)
    for (let arc = 0; arc < vertexCount; arc++) this.arcOfRank[rank[arc]] = arc
    this.lower = new Uint32Array(upHead.length + downHead.length)
    for (let v = 0; v < vertexCount; v++) {
      this.lower.fill(v, upFirst[v], upFirst[v + 1])
      this.lower.fill(v, upHead.length + downFirst[v], upHead.length + downFirst[v + 1])
    }
    this.forward = new Int32Array(height).fill(INFINITE_WEIGHT)
    this.backward = new Int32Array(height).fill(INFINITE_WEIGHT)
    this.forwardArc = new Uint32Array(height)
    this.backwardArc = new Uint32Array(height)
    // An arc's parts are lower than itself, and there is one level of parts per level of the tree.
    this.stack = new Uint32Array(2 * height + 2)
  }

  /** The best path from the beginning of one arc to the beginning of the other, or undefined. */
  find(metric: Metric, fromArc: number, toArc: number): Path | undefined {
    const { rank, depth } = this.topology
    const source = rank[fromArc]
    const target = rank[toArc]
    const meeting = this.search(metric.weight, source, target)
    if (meeting.vertex === NO_ID) return undefined
    let length = this.unpackForward(metric, source, meeting.vertex, depth[meeting.vertex])
    length = this.unpackBackward(metric, target, depth[meeting.vertex], length)
    return { weight: meeting.weight, arcs: this.path.slice(0, length) }
  }

  private search(weight: Int32Array, source: number, target: number): { vertex: number; weight: number } {
    const { parent, depth, upFirst, upDepth, downFirst, downDepth, upHead } = this.topology
    const { forward, backward, forwardArc, backwardArc } = this
    const downOffset = upHead.length
    let s = source
    let t = target
    forward[depth[s]] = 0
    backward[depth[t]] = 0
    forwardArc[depth[s]] = backwardArc[depth[t]] = NO_ID
    while (s !== t) {
      if (s < t) {
        const label = forward[depth[s]]
        forward[depth[s]] = INFINITE_WEIGHT
        if (label < INFINITE_WEIGHT) relax(upDepth, upFirst[s], upFirst[s + 1], weight, 0, label, forward, forwardArc)
        s = parent[s]
      } else {
        const label = backward[depth[t]]
        backward[depth[t]] = INFINITE_WEIGHT
        if (label < INFINITE_WEIGHT) {
          relax(downDepth, downFirst[t], downFirst[t + 1], weight, downOffset, label, backward, backwardArc)
        }
        t = parent[t]
      }
    }
    let best = INFINITE_WEIGHT
    let vertex = NO_ID
    for (let v = s; v !== NO_ID; v = parent[v]) {
      const there = forward[depth[v]]
      const back = backward[depth[v]]
      forward[depth[v]] = backward[depth[v]] = INFINITE_WEIGHT
      if (there + back < best) {
        best = there + back
        vertex = v
      }
      if (there < best) relax(upDepth, upFirst[v], upFirst[v + 1], weight, 0, there, forward, forwardArc)
      if (back < best) relax(downDepth, downFirst[v], downFirst[v + 1], weight, downOffset, back, backward, backwardArc)
    }
    return { vertex, weight: best }
  }

  /** Writes the arcs from the source up to and with the meeting vertex; returns how many. */
  private unpackForward(metric: Metric, source: number, meeting: number, meetingDepth: number): number {
    const { depth } = this.topology
    const climbed: number[] = []
    for (let row = meetingDepth; ; ) {
      const arc = this.forwardArc[row]
      if (arc === NO_ID) break
      climbed.push(arc)
      row = depth[this.lower[arc]]
    }
    let length = this.append(source, 0)
    for (let index = climbed.length - 1; index >= 0; index--) length = this.unpack(metric, climbed[index], length)
    if (this.path[length - 1] !== this.arcOfRank[meeting]) throw new Error('a path does not end where its halves meet')
    return length
  }

  /** Appends the arcs after the meeting vertex down to the target. */
  private unpackBackward(metric: Metric, target: number, meetingDepth: number, begun: number): number {
    const { depth } = this.topology
    let length = begun
    for (let row = meetingDepth; ; ) {
      const arc = this.backwardArc[row]
      if (arc === NO_ID) break
      length = this.unpack(metric, arc, length)
      row = depth[this.lower[arc]]
    }
    if (this.path[length - 1] !== this.arcOfRank[target]) throw new Error('a path does not end at its target')
    return length
  }

  /** Appends what a hierarchy arc stands for, without its first vertex. */
  private unpack({ firstPart, secondPart }: Metric, root: number, begun: number): number {
    const { upHead } = this.topology
    const { stack, lower } = this
    let length = begun
    let top = 0
    stack[top++] = root
    while (top > 0) {
      const arc = stack[--top]
      if (firstPart[arc] === NO_ID) length = this.append(arc < upHead.length ? upHead[arc] : lower[arc], length)
      else {
        stack[top++] = secondPart[arc]
        stack[top++] = firstPart[arc]
      }
    }
    return length
  }

  private append(vertex: number, length: number): number {
    if (length === this.path.length) {
      const longer = new Uint32Array(length * 2)
      longer.set(this.path)
      this.path = longer
    }
    this.path[length] = this.arcOfRank[vertex]
    return length + 1
  }
}

function relax(
  depth: Uint16Array,
  begin: number,
  end: number,
  weight: Int32Array,
  offset: number,
  label: number,
  labels: Int32Array,
  arcs: Uint32Array,
): void {
  for (let index = begin; index < end; index++) {
    const row = depth[index]
    const candidate = label + weight[index + offset]
    if (candidate < labels[row]) {
      labels[row] = candidate
      arcs[row] = index + offset
    }
  }
}
