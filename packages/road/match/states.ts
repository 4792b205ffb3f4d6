import { MAX_CANDIDATES } from './candidate-finder.ts'

/** Maximum number of states in a layer. Every candidate has two directions. */
export const MAX_STATES = 2 * MAX_CANDIDATES
const MAX_TRANSITIONS = MAX_STATES * MAX_STATES

/** The search that reached a layer. The same search finds the path again. */
export const SearchKind = { near: 0, far: 1 } as const

/**
 * The hidden states of one piece of a track. There is a layer for every relevant position, with a state for every
 * candidate and direction. The columns grow and are reused for the next piece.
 */
export class States {
  /** Number of committed layers. One uncommitted layer may follow them. */
  layerCount = 0
  /** The position of a layer, as an index into the track. */
  point = new Uint32Array(256)
  /** Position of a layer in degrees. */
  latitude = new Float64Array(256)
  longitude = new Float64Array(256)
  /**
   * Index of the first state of each layer. The states of layer `l` are `first[l]` to `first[l + 1]
   * - 1`.
   */
  first = new Uint32Array(257)
  /**
   * Index of the first transition into each layer. The table has a row for every state of the previous layer and a
   * column for every state of this layer.
   */
  transitionFirst = new Float64Array(257)
  search = new Uint8Array(256)
  /** Maximum path length into the layer, in meters. */
  maxPathMeters = new Float64Array(256)

  arc = new Uint32Array(1024)
  /** Distance from the start of the arc, in centimeters. */
  alongCm = new Float64Array(1024)
  meters = new Float64Array(1024)
  emission = new Float64Array(1024)
  /** The state in the opposite direction at the same point, or -1. */
  reverseState = new Int32Array(1024)
  /** The best score of all paths to the state and the best score that can follow it. */
  score = new Float64Array(1024)
  followingScore = new Float64Array(1024)
  /**
   * The preceding state on the best path. The predecessor is in the previous layer, or it is the reverse state after a
   * U-turn.
   */
  predecessor = new Int32Array(1024)

  transitionScore = new Float64Array(8192)

  clear(): void {
    this.layerCount = 0
  }

  /** Begins a layer after the last committed layer and replaces any uncommitted layer. */
  begin(point: number, latitude: number, longitude: number): void {
    const layer = this.layerCount
    if (layer + 1 >= this.point.length) this.growLayers()
    if (this.first[layer] + MAX_STATES > this.arc.length) this.growStates()
    this.point[layer] = point
    this.latitude[layer] = latitude
    this.longitude[layer] = longitude
    this.first[layer + 1] = this.first[layer]
  }

  add(arc: number, alongCm: number, meters: number, emission: number, twin: number): void {
    const state = this.first[this.layerCount + 1]++
    this.arc[state] = arc
    this.alongCm[state] = alongCm
    this.meters[state] = meters
    this.emission[state] = emission
    this.reverseState[state] = twin
  }

  /** Allocates the transitions into the uncommitted layer and returns their start. */
  allocateTransitions(layer: number): number {
    const begin = this.transitionFirst[layer]
    if (begin + MAX_TRANSITIONS > this.transitionScore.length)
      this.transitionScore = doubleCapacity(this.transitionScore)
    const previousCount = layer > 0 ? this.first[layer] - this.first[layer - 1] : 0
    this.transitionFirst[layer + 1] = begin + previousCount * (this.first[layer + 1] - this.first[layer])
    return begin
  }

  commit(search: number, reachMeters: number): void {
    this.search[this.layerCount] = search
    this.maxPathMeters[this.layerCount] = reachMeters
    this.layerCount++
  }

  private growLayers(): void {
    const length = 2 * this.point.length
    this.point = copyInto(this.point, new Uint32Array(length))
    this.latitude = doubleCapacity(this.latitude)
    this.longitude = doubleCapacity(this.longitude)
    this.first = copyInto(this.first, new Uint32Array(length + 1))
    this.transitionFirst = copyInto(this.transitionFirst, new Float64Array(length + 1))
    this.search = copyInto(this.search, new Uint8Array(length))
    this.maxPathMeters = doubleCapacity(this.maxPathMeters)
  }

  private growStates(): void {
    const length = 2 * this.arc.length
    this.arc = copyInto(this.arc, new Uint32Array(length))
    this.alongCm = doubleCapacity(this.alongCm)
    this.meters = doubleCapacity(this.meters)
    this.emission = doubleCapacity(this.emission)
    this.reverseState = copyInto(this.reverseState, new Int32Array(length))
    this.score = doubleCapacity(this.score)
    this.followingScore = doubleCapacity(this.followingScore)
    this.predecessor = copyInto(this.predecessor, new Int32Array(length))
  }
}

function doubleCapacity(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  return copyInto(array, new Float64Array(2 * array.length))
}

function copyInto<T extends { set(from: T): void }>(from: T, target: T): T {
  target.set(from)
  return target
}
