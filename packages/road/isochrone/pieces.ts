import { EdgeRecord, type SweepEdges } from './sweep-edges.ts'

const INITIAL_CAPACITY = 4096

/** Pieces of edges and the contours that they belong to. The next search reuses the memory. */
export class Pieces {
  count = 0
  edge = new Uint32Array(INITIAL_CAPACITY)
  /** Index of the edge's record; see SweepEdges. */
  record = new Uint32Array(INITIAL_CAPACITY)
  /** Start and end of each piece, as fractions of the edge's length along its direction. */
  from = new Float64Array(INITIAL_CAPACITY)
  to = new Float64Array(INITIAL_CAPACITY)
  /** Index of the first limit that contains the piece, or the number of limits if none does. */
  band = new Uint8Array(INITIAL_CAPACITY)
  /** Costs at both ends of the piece. */
  fromCost = new Float64Array(INITIAL_CAPACITY)
  toCost = new Float64Array(INITIAL_CAPACITY)

  /** Records of all edges; see SweepEdges. */
  readonly records: Int32Array
  /** Points of all edges; see SweepEdges. */
  readonly points: Int32Array

  constructor({ records, points }: SweepEdges) {
    this.records = records
    this.points = points
  }

  clear(): void {
    this.count = 0
  }

  add(record: number, from: number, to: number, band: number, fromCost: number, toCost: number): void {
    if (this.count === this.edge.length) this.grow()
    const index = this.count++
    this.record[index] = record
    this.edge[index] = this.records[EdgeRecord.SIZE * record]
    this.from[index] = from
    this.to[index] = to
    this.band[index] = band
    this.fromCost[index] = fromCost
    this.toCost[index] = toCost
  }

  private grow(): void {
    const { edge, record, from, to, band, fromCost, toCost } = this
    const capacity = 2 * edge.length
    this.edge = new Uint32Array(capacity)
    this.record = new Uint32Array(capacity)
    this.from = new Float64Array(capacity)
    this.to = new Float64Array(capacity)
    this.band = new Uint8Array(capacity)
    this.fromCost = new Float64Array(capacity)
    this.toCost = new Float64Array(capacity)
    this.edge.set(edge)
    this.record.set(record)
    this.from.set(from)
    this.to.set(to)
    this.band.set(band)
    this.fromCost.set(fromCost)
    this.toCost.set(toCost)
  }
}
