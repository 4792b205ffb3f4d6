import { PathQuery } from '../cch/path-query.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { MatchMap } from './match-map.ts'
import type { Stretches } from './matched-track.ts'
import { BACKWARD_TOLERANCE_METERS } from './model.ts'
import { SearchKind, type States } from './states.ts'
import type { Transitions } from './transitions.ts'

/** Rounding error of lengths in the hierarchy, which are rounded to decimeters. */
const ROUNDING_CM = 5

/** Builds the driven stretches between the states of the best path. */
export class PathBuilder {
  private readonly source: MatchMap
  private readonly transitions: Transitions
  private readonly query: PathQuery
  private readonly path: number[] = []
  private readonly arc: number[] = []
  /** Positions along each arc, in centimeters. */
  private readonly from: number[] = []
  private readonly to: number[] = []
  private readonly lengthBuffer = new Float64Array(1)

  constructor(source: MatchMap, transitions: Transitions) {
    this.source = source
    this.transitions = transitions
    this.query = new PathQuery(source.map.topology)
  }

  /** Index of the stretch that the vehicle is currently on. */
  get last(): number {
    return this.arc.length - 1
  }
  /** Position along the current arc in centimeters. Positions jitter, but a vehicle does not drive backward. */
  get alongCm(): number {
    return this.to[this.last]
  }

  start({ arc, alongCm }: States, state: number): void {
    this.arc.length = this.from.length = this.to.length = 0
    this.add(arc[state], alongCm[state], alongCm[state])
  }

  /** Adds a U-turn at the current position. */
  addUturn({ arc }: States, state: number): void {
    const alongCm = this.lengthOf(arc[state]) - this.alongCm
    this.add(arc[state], alongCm, alongCm)
  }

  /** Appends the path from a state of the previous layer to a state of this layer. */
  append(states: States, from: number, to: number, layer: number): void {
    const { arc, alongCm } = states
    if (arc[from] === arc[to] && alongCm[to] >= alongCm[from] - 100 * BACKWARD_TOLERANCE_METERS) {
      this.to[this.last] = Math.max(this.alongCm, alongCm[to])
      return
    }
    this.findPath(states, from, to, layer)
    const { edges, arcs } = this.source.map.network
    this.to[this.last] = this.lengthOf(arc[from])
    for (let i = 1; i < this.path.length; i++) {
      // A copy is the same street as its original.
      const originalArc = edges.arc[arcs.edgeSide[this.path[i]]]
      this.add(originalArc, 0, i === this.path.length - 1 ? alongCm[to] : this.lengthOf(originalArc))
    }
  }

  /**
   * Finds the path between two states. The hierarchy returns the fastest path, even if that path is too long and the
   * vehicle took a slower path.
   */
  private findPath(states: States, from: number, to: number, layer: number): void {
    if (states.search[layer] === SearchKind.near && this.searchNear(states, from, to, layer)) return
    this.searchFar(states.arc[from], states.arc[to])
    let length = states.alongCm[to] - states.alongCm[from]
    for (let i = 0; i < this.path.length - 1; i++) length += this.lengthOf(this.path[i])
    if (length > 100 * states.maxPathMeters[layer] + ROUNDING_CM * this.path.length)
      this.searchNear(states, from, to, layer)
  }

  private searchNear(states: States, from: number, to: number, layer: number): boolean {
    const { nearSearch } = this.transitions
    this.lengthBuffer[0] = Number.POSITIVE_INFINITY
    nearSearch.setTargets(states, layer, to, to + 1)
    const last = nearSearch.run(
      this.source.metric.weights,
      states,
      from,
      100 * states.maxPathMeters[layer],
      this.lengthBuffer,
      0,
    )
    nearSearch.clearTargets(states)
    if (last !== NO_ID) nearSearch.pathTo(states.arc[from], last, this.path)
    return last !== NO_ID
  }

  private searchFar(fromArc: number, toArc: number): void {
    const targetArcs = Uint32Array.from([toArc, ...(this.source.copies.get(toArc) ?? [])])
    const sources = { count: 1, arc: Uint32Array.of(fromArc), weight: Int32Array.of(0) }
    const targets = { count: targetArcs.length, arc: targetArcs, weight: new Int32Array(targetArcs.length) }
    const weight = this.query.search(this.source.metric.hierarchy, sources, targets, {
      mustLeaveArc: fromArc === toArc,
    })
    const path = weight < INFINITE_WEIGHT ? this.query.path() : undefined
    if (!path) throw new Error(`the path from arc ${fromArc} to ${toArc} was found before, but not now`)
    this.path.length = 0
    for (let i = 0; i < path.arcs.length; i++) this.path.push(path.arcs[i])
  }

  private add(arc: number, from: number, to: number): void {
    this.arc.push(arc)
    this.from.push(from)
    this.to.push(to)
  }

  lengthOf(arc: number): number {
    const { arcs, edges } = this.source.map.network
    return edges.lengthCm[arcs.edgeSide[arc] >>> 1]
  }

  fraction(arc: number, alongCm: number): number {
    const length = this.lengthOf(arc)
    return length > 0 ? Math.min(1, Math.max(0, alongCm / length)) : 0
  }

  drivenMeters(): number {
    let sum = 0
    for (let i = 0; i < this.arc.length; i++) sum += this.to[i] - this.from[i]
    return sum / 100
  }

  finish(): Stretches {
    return {
      count: this.arc.length,
      arc: Uint32Array.from(this.arc),
      from: Float64Array.from(this.from, (alongCm, i) => this.fraction(this.arc[i], alongCm)),
      to: Float64Array.from(this.to, (alongCm, i) => this.fraction(this.arc[i], alongCm)),
    }
  }
}
