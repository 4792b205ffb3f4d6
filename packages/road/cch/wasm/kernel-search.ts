import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Metric } from '../metric.ts'
import type { Path } from '../path.ts'
import { roundTripBelow } from '../round-trip.ts'
import { cheapestOn, type Endpoints, findShared, haveCommonArc } from '../sources-targets.ts'
import type { Topology } from '../topology.ts'
import { type Kernel, kernelOf } from './kernel.ts'
import {
  BACKWARD,
  BEST,
  BOUND,
  CANDIDATE_COUNT,
  candidates,
  ENDPOINT_COUNT,
  ENDPOINT_ROAD_ARC,
  ENDPOINT_VERTEX,
  ENDPOINT_WEIGHT,
  FORWARD,
  MAX_ENDPOINTS,
  MAX_TURNS,
  NO_ARC,
  OFFSET,
  PATH_SOURCE,
  PATH_TARGET,
  pathArcs,
  pathTurns,
  ROWS_READY,
  SHARED,
  SHARED_BYTES,
  SHARED_COUNT,
  SHARED_SOURCE,
  SHARED_TARGET,
  SHARED_VERTEX,
  STRETCH,
  scratchBytes,
  TRIP_FIRST,
  TRIP_SECOND,
  TRIP_WEIGHT,
} from './source/layout.ts'

/** Runs searches on one metric in one piece of its scratch memory; see PathQuery. */
export class KernelSearch {
  private readonly topology: Topology
  private readonly metric: Metric
  private readonly kernel: Kernel
  private readonly scratch: number
  private readonly words: Int32Array
  private readonly stretch: Float64Array
  private readonly arcs: Uint32Array
  private readonly turns: Uint32Array
  private candidateVertex = new Uint32Array(256)
  private candidateWeight = new Int32Array(256)

  constructor(topology: Topology, metric: Metric, scratch: number) {
    const { buffer } = metric.memory
    const { height } = topology
    this.topology = topology
    this.metric = metric
    this.kernel = kernelOf(metric.memory)
    this.scratch = scratch
    this.words = new Int32Array(buffer, scratch, scratchBytes(height) / 4)
    this.stretch = new Float64Array(buffer, scratch + STRETCH, 1)
    this.arcs = new Uint32Array(buffer, scratch + pathArcs(height), MAX_TURNS + 1)
    this.turns = new Uint32Array(buffer, scratch + pathTurns(height), MAX_TURNS)
    // A previous search may have been interrupted.
    this.words[ROWS_READY / 4] = 0
  }

  search(sources: Endpoints, targets: Endpoints, stretch: number, mustLeaveArc: boolean): number {
    this.stretch[0] = stretch
    this.writeEndpoints(FORWARD, sources)
    this.writeEndpoints(BACKWARD, targets)
    this.words[SHARED_COUNT / 4] = mustLeaveArc ? this.writeShared(sources, targets) : 0
    const bestWeight = this.kernel.search(this.scratch)
    return bestWeight === INFINITE_WEIGHT ? INFINITE_WEIGHT : bestWeight + this.words[OFFSET / 4]
  }

  path(): Path | undefined {
    const bestWeight = this.words[BEST / 4]
    return bestWeight === INFINITE_WEIGHT ? undefined : this.toPath(bestWeight, this.kernel.bestPath(this.scratch))
  }

  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    const { words } = this
    const count = words[CANDIDATE_COUNT / 4]
    if (count > this.candidateVertex.length) {
      this.candidateVertex = new Uint32Array(2 * count)
      this.candidateWeight = new Int32Array(2 * count)
    }
    let length = 0
    for (let index = 0, wordOffset = candidates(this.topology.height) / 4; index < count; index++, wordOffset += 2) {
      if (words[wordOffset + 1] >= words[BOUND / 4]) continue
      this.candidateVertex[length] = words[wordOffset]
      this.candidateWeight[length++] = words[wordOffset + 1] + words[OFFSET / 4]
    }
    return { vertex: this.candidateVertex.subarray(0, length), weight: this.candidateWeight.subarray(0, length) }
  }

  minSharedWeight(vertex: number): number {
    return this.kernel.sharedAtLeast(this.scratch, vertex)
  }

  pathVia(vertex: number): Path {
    return this.toPath(this.getCandidateWeight(vertex), this.kernel.pathVia(this.scratch, vertex))
  }

  private writeEndpoints(offset: number, { count, arc, weight }: Endpoints): void {
    if (count > MAX_ENDPOINTS) throw new Error(`too many sources or targets: ${count}`)
    const { words } = this
    const { rank } = this.topology
    const begin = offset / 4
    words[begin + ENDPOINT_COUNT / 4] = count
    for (let endpoint = 0; endpoint < count; endpoint++) {
      words[begin + ENDPOINT_VERTEX / 4 + endpoint] = rank[arc[endpoint]]
      words[begin + ENDPOINT_WEIGHT / 4 + endpoint] = weight[endpoint]
      words[begin + ENDPOINT_ROAD_ARC / 4 + endpoint] = arc[endpoint]
    }
  }

  /** Lists the arcs with both a source and a target, and their round trips. Returns the number of these arcs. */
  private writeShared(sources: Endpoints, targets: Endpoints): number {
    if (!haveCommonArc(sources, targets)) return 0
    const { words, topology, metric } = this
    const sharedVertices = findShared(topology.rank, sources, targets)
    sharedVertices.forEach((vertex, index) => {
      const wordOffset = (SHARED + index * SHARED_BYTES) / 4
      const roundTrip = roundTripBelow(topology, metric.weight, vertex)
      words[wordOffset + SHARED_VERTEX / 4] = vertex
      words[wordOffset + SHARED_SOURCE / 4] = cheapestOn(sources, topology.roadArc[vertex])
      words[wordOffset + SHARED_TARGET / 4] = cheapestOn(targets, topology.roadArc[vertex])
      words[wordOffset + TRIP_WEIGHT / 4] = roundTrip.weight
      words[wordOffset + TRIP_FIRST / 4] = roundTrip.arcs[0] ?? NO_ARC
      words[wordOffset + TRIP_SECOND / 4] = roundTrip.arcs[1] ?? NO_ARC
    })
    return sharedVertices.length
  }

  private getCandidateWeight(vertex: number): number {
    const { words } = this
    const begin = candidates(this.topology.height) / 4
    for (let wordOffset = begin, end = begin + 2 * words[CANDIDATE_COUNT / 4]; wordOffset < end; wordOffset += 2) {
      if (words[wordOffset] === vertex && words[wordOffset + 1] < words[BOUND / 4]) return words[wordOffset + 1]
    }
    throw new Error(`${vertex} is not a candidate of the last search`)
  }

  private toPath(weight: number, turnCount: number): Path {
    const { words } = this
    const endpoints = {
      weight: weight + words[OFFSET / 4],
      source: words[PATH_SOURCE / 4],
      target: words[PATH_TARGET / 4],
    }
    if (turnCount < 0) return { ...endpoints, ...this.unpackLong() }
    return { ...endpoints, arcs: this.arcs.subarray(0, turnCount + 1), turns: this.turns.subarray(0, turnCount) }
  }

  /** Unpacks a path in multiple steps if it has more turns than the scratch memory has room for. */
  private unpackLong(): Pick<Path, 'arcs' | 'turns'> {
    const arcs = [this.arcs[0]]
    const turns: number[] = []
    for (let count = this.unpackNext(); count > 0; count = this.unpackNext()) {
      for (let index = 0; index < count; index++) {
        turns.push(this.turns[index])
        arcs.push(this.arcs[index + 1])
      }
    }
    return { arcs: Uint32Array.from(arcs), turns: Uint32Array.from(turns) }
  }

  private unpackNext(): number {
    return this.kernel.unpackNext(this.scratch)
  }
}
