import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Metric } from '../metric.ts'
import type { Path } from '../path-query.ts'
import type { Ends } from '../sources-targets.ts'
import type { Topology } from '../topology.ts'
import { Unpacker } from '../unpacker.ts'
import { type Kernel, kernelOf } from './kernel.ts'
import type { ScratchPlaces } from './scratch-memory.ts'
import {
  BACKWARD,
  BEST,
  BEST_VERTEX,
  BOUND,
  CANDIDATE_COUNT,
  CHAIN_BEGIN,
  CHAIN_END,
  candidates,
  END_COUNT,
  END_ROAD_ARC,
  END_VERTEX,
  END_WEIGHT,
  FORWARD,
  MOST_ENDS,
  MOST_TURNS,
  OFFSET,
  PATH_SOURCE,
  PATH_TARGET,
  pathArcs,
  pathTurns,
  ROWS_READY,
  STRETCH,
  scratchBytes,
} from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/** True if the kernels support the search: at least one source or target, and no more than they have rows. */
export function hasKernelRows({ count, weight }: Ends): boolean {
  if (count === 0 || count > MOST_ENDS) return false
  // The sum of two weights must fit into 32 bits.
  for (let index = 0; index < count; index++) if (weight[index] >= INFINITE_WEIGHT) return false
  return true
}

/** Undefined when the metric has no WebAssembly memory, or no room in it. */
export function findKernelSearch(
  topology: Topology,
  { memory, parts }: Metric,
  places: ScratchPlaces,
): KernelSearch | undefined {
  if (!memory) return undefined
  const scratch = places.find(memory)
  return scratch === undefined ? undefined : new KernelSearch(topology, parts, memory, scratch)
}

/** PlainPathQuery on one metric, with the WebAssembly kernels: identical weights and turns. */
export class KernelSearch {
  private readonly topology: Topology
  private readonly parts: Float64Array
  private readonly kernel: Kernel
  private readonly scratch: number
  private readonly words: Int32Array
  private readonly stretch: Float64Array
  private readonly arcs: Uint32Array
  private readonly turns: Uint32Array
  private unpacker: Unpacker | undefined
  private candidateVertex = new Uint32Array(256)
  private candidateWeight = new Int32Array(256)

  constructor(topology: Topology, parts: Float64Array, memory: SharedMemory, scratch: number) {
    const { buffer } = memory
    const { height } = topology
    this.topology = topology
    this.parts = parts
    this.kernel = kernelOf(memory)
    this.scratch = scratch
    this.words = new Int32Array(buffer, scratch, scratchBytes(height) / 4)
    this.stretch = new Float64Array(buffer, scratch + STRETCH, 1)
    this.arcs = new Uint32Array(buffer, scratch + pathArcs(height), MOST_TURNS + 1)
    this.turns = new Uint32Array(buffer, scratch + pathTurns(height), MOST_TURNS)
    // A previous search may have been interrupted.
    this.words[ROWS_READY / 4] = 0
  }

  search(sources: Ends, targets: Ends, stretch: number): number {
    this.stretch[0] = stretch
    this.writeEnds(FORWARD, sources)
    this.writeEnds(BACKWARD, targets)
    return this.kernel.search(this.scratch)
  }

  path(): Path | undefined {
    const best = this.words[BEST / 4]
    return best === INFINITE_WEIGHT ? undefined : this.pathOver(this.words[BEST_VERTEX / 4], best)
  }

  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    const { words } = this
    const count = words[CANDIDATE_COUNT / 4]
    if (count > this.candidateVertex.length) {
      this.candidateVertex = new Uint32Array(2 * count)
      this.candidateWeight = new Int32Array(2 * count)
    }
    let length = 0
    for (let index = 0, at = candidates(this.topology.height) / 4; index < count; index++, at += 2) {
      if (words[at + 1] >= words[BOUND / 4]) continue
      this.candidateVertex[length] = words[at]
      this.candidateWeight[length++] = words[at + 1] + words[OFFSET / 4]
    }
    return { vertex: this.candidateVertex.subarray(0, length), weight: this.candidateWeight.subarray(0, length) }
  }

  sharedAtLeast(vertex: number): number {
    return this.kernel.sharedAtLeast(this.scratch, vertex)
  }

  pathVia(vertex: number): Path {
    return this.pathOver(vertex, this.getCandidateWeight(vertex))
  }

  private writeEnds(side: number, { count, arc, weight }: Ends): void {
    const { words } = this
    const { rank } = this.topology
    const begin = side / 4
    words[begin + END_COUNT / 4] = count
    for (let end = 0; end < count; end++) {
      words[begin + END_VERTEX / 4 + end] = rank[arc[end]]
      words[begin + END_WEIGHT / 4 + end] = weight[end]
      words[begin + END_ROAD_ARC / 4 + end] = arc[end]
    }
  }

  private getCandidateWeight(vertex: number): number {
    const { words } = this
    const begin = candidates(this.topology.height) / 4
    for (let at = begin, end = begin + 2 * words[CANDIDATE_COUNT / 4]; at < end; at += 2) {
      if (words[at] === vertex && words[at + 1] < words[BOUND / 4]) return words[at + 1]
    }
    throw new Error(`${vertex} is not a candidate of the last search`)
  }

  private pathOver(vertex: number, weight: number): Path {
    const { words } = this
    const turnCount = this.kernel.pathVia(this.scratch, vertex)
    const ends = {
      weight: weight + words[OFFSET / 4],
      source: words[PATH_SOURCE / 4],
      target: words[PATH_TARGET / 4],
    }
    if (turnCount < 0) return { ...ends, ...this.unpackLong() }
    return { ...ends, arcs: this.arcs.subarray(0, turnCount + 1), turns: this.turns.subarray(0, turnCount) }
  }

  /** Handles paths with more turns than the kernels support. */
  private unpackLong(): Pick<Path, 'arcs' | 'turns'> {
    const { words } = this
    this.unpacker ??= new Unpacker(this.topology)
    this.unpacker.begin(this.arcs[0])
    for (let at = words[CHAIN_BEGIN / 4]; at < words[CHAIN_END / 4]; at += 4) {
      this.unpacker.unpack(this.parts, words[at / 4])
    }
    return { arcs: this.unpacker.arcs(), turns: this.unpacker.turns() }
  }
}
