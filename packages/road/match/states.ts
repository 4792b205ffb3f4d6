import { MOST_PLACES } from './candidate-finder.ts'

/** Both directions of every place. */
export const MOST_STATES = 2 * MOST_PLACES
const MOST_TRANSITIONS = MOST_STATES * MOST_STATES

/** How the way into a layer was searched, so that the same way can be found again. */
export const Search = { near: 0, far: 1 } as const

/**
 * The hidden states of one piece of a track: a layer for every position that counts, with a state for every place and
 * direction the vehicle may have been in. Columns that grow and are used again for the next piece.
 */
export class States {
  /** Layers that belong to the piece; one more may be in the making behind them. */
  layerCount = 0
  /** The position (its number in the track) of a layer. */
  point = new Uint32Array(256)
  /** Degrees. */
  latitude = new Float64Array(256)
  longitude = new Float64Array(256)
  /** States of layer l: first[l] up to first[l + 1]. */
  first = new Uint32Array(257)
  /** Where the transitions into layer l begin: a row for every state of the layer before, a column for every state. */
  tableFirst = new Float64Array(257)
  search = new Uint8Array(256)
  /** Metres that a way into the layer may have had. */
  reach = new Float64Array(256)

  arc = new Uint32Array(1024)
  /** Centimetres from the beginning of the arc. */
  alongCm = new Float64Array(1024)
  meters = new Float64Array(1024)
  emission = new Float64Array(1024)
  /** The state in the other direction at the same place, or -1. */
  twin = new Int32Array(1024)
  /** The best score of all ways to the state, and the best that can still come after it. */
  score = new Float64Array(1024)
  ahead = new Float64Array(1024)
  /** The state before on the best way: of the layer before, or the twin when the vehicle turned around here. */
  back = new Int32Array(1024)

  table = new Float64Array(8192)

  clear(): void {
    this.layerCount = 0
  }

  /** Begins a layer behind the last one, in place of one that was not committed. */
  begin(point: number, latitude: number, longitude: number): void {
    const layer = this.layerCount
    if (layer + 1 >= this.point.length) this.growLayers()
    if (this.first[layer] + MOST_STATES > this.arc.length) this.growStates()
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
    this.twin[state] = twin
  }

  /** Room for the transitions into the layer in the making; returns where it begins. */
  tableFor(layer: number): number {
    const begin = this.tableFirst[layer]
    if (begin + MOST_TRANSITIONS > this.table.length) this.table = doubled(this.table)
    const before = layer > 0 ? this.first[layer] - this.first[layer - 1] : 0
    this.tableFirst[layer + 1] = begin + before * (this.first[layer + 1] - this.first[layer])
    return begin
  }

  commit(search: number, reachMeters: number): void {
    this.search[this.layerCount] = search
    this.reach[this.layerCount] = reachMeters
    this.layerCount++
  }

  private growLayers(): void {
    const length = 2 * this.point.length
    this.point = grown(this.point, new Uint32Array(length))
    this.latitude = doubled(this.latitude)
    this.longitude = doubled(this.longitude)
    this.first = grown(this.first, new Uint32Array(length + 1))
    this.tableFirst = grown(this.tableFirst, new Float64Array(length + 1))
    this.search = grown(this.search, new Uint8Array(length))
    this.reach = doubled(this.reach)
  }

  private growStates(): void {
    const length = 2 * this.arc.length
    this.arc = grown(this.arc, new Uint32Array(length))
    this.alongCm = doubled(this.alongCm)
    this.meters = doubled(this.meters)
    this.emission = doubled(this.emission)
    this.twin = grown(this.twin, new Int32Array(length))
    this.score = doubled(this.score)
    this.ahead = doubled(this.ahead)
    this.back = grown(this.back, new Int32Array(length))
  }
}

function doubled(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  return grown(array, new Float64Array(2 * array.length))
}

function grown<T extends { set(from: T): void }>(from: T, into: T): T {
  into.set(from)
  return into
}
