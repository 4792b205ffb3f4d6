import { JsonWriter, type Literal, MAX_CELL_BYTES, utf8Literal, writeCells } from '@fairway/road'
import { type MatrixMetric, matrixMetrics } from './cells/matrix-job.ts'
import { type MatrixResult, NO_ENERGY, NO_PATH, type SnappedPoints } from './cells/matrix-numbers.ts'
import { keys } from './reply-keys.ts'

const [OPEN_BRACKET, COMMA, CLOSE_BRACKET] = [91, 44, 93]
/**
 * Chunk size of a reply in bytes. After each chunk, the writer yields the thread and checks whether the client is still
 * reading.
 */
const CHUNK_BYTES = 128 * 1024
/** Extra space in bytes, because a chunk may exceed its size by one row. */
const CHUNK_RESERVE_BYTES = 32 * 1024
/** Number of buffers: one chunk is being sent, one is queued and one is being written. */
const BUFFER_COUNT = 3

/** Metadata of a matrix, without its cells. */
export type MatrixFrame = Omit<MatrixResult, 'rows' | 'columns' | 'values'>

interface MatrixBlock {
  readonly metric: MatrixMetric
  readonly isFirstMetric: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Writes replies as bytes, directly from integers. The chunks of multiple replies may be interleaved. */
export class MatrixWriter {
  private readonly json = new JsonWriter()
  /** Cached dataset part, which is the same in all replies. */
  private datasetTail: { readonly dataset: string; readonly text: Literal } = { dataset: '', text: keys.none }

  /** Writes the entire reply. The result is valid until the next reply is written. */
  writeAll(numbers: MatrixResult): Uint8Array {
    const { json } = this
    const { rows, columns, values, origins, destinations } = numbers
    json.reset()
    json.literal(keys.openObject)
    for (const metric of matrixMetrics) {
      const cells = values[metric]
      if (!cells) continue
      json.literal(keys[metric])
      for (let row = 0; row < rows; row++) this.writeRow(metric, cells, row, columns)
      json.literal(keys.closeRows)
    }
    json.literal(keys.snapped)
    const startMark = json.position()
    for (let index = 0; index < origins.name.length; index++) this.writeSnap(origins, index)
    const endMark = json.position()
    json.literal(keys.destinations)
    // In an all-to-all matrix, the destinations have the same bytes as the origins.
    if (destinations === origins) json.raw(json.view().slice(startMark, endMark))
    else for (let index = 0; index < destinations.name.length; index++) this.writeSnap(destinations, index)
    this.writeTail(numbers, '')
    return json.view()
  }

  /**
   * Writes chunks on demand. A chunk stays valid until three more chunks have been written. Buffers are reused because
   * a million numbers take 15 MB, and collecting that much garbage takes longer than writing it. `warnings` is JSON, or
   * empty.
   */
  *writeChunks(numbers: MatrixResult, warnings: string): Generator<Buffer> {
    const chunkBuffers: Buffer[] = []
    let chunkCount = 0
    this.json.reset()
    const takeChunk = (): Buffer => {
      const writtenBytes = this.json.view()
      const slot = chunkCount++ % BUFFER_COUNT
      const existingBuffer = chunkBuffers[slot]
      const buffer =
        existingBuffer && existingBuffer.length >= writtenBytes.length
          ? existingBuffer
          : Buffer.allocUnsafeSlow(writtenBytes.length + CHUNK_RESERVE_BYTES)
      chunkBuffers[slot] = buffer
      buffer.set(writtenBytes)
      this.json.reset()
      return buffer.subarray(0, writtenBytes.length)
    }
    for (const write of this.listWriteSteps(numbers, warnings)) {
      write()
      if (this.json.position() < CHUNK_BYTES) continue
      yield takeChunk()
      // The shared writer may contain bytes of another reply, which must not become part of this reply.
      this.json.reset()
    }
    yield takeChunk()
  }

  /** Yields the write operations of a reply. Each operation writes at most one row or one point. */
  private *listWriteSteps(numbers: MatrixResult, warnings: string): Generator<() => void> {
    const { json } = this
    const { rows, columns, values } = numbers
    yield () => json.literal(keys.openObject)
    for (const metric of matrixMetrics) {
      const cells = values[metric]
      if (!cells) continue
      yield () => json.literal(keys[metric])
      for (let row = 0; row < rows; row++) yield () => this.writeRow(metric, cells, row, columns)
      yield () => json.literal(keys.closeRows)
    }
    yield () => json.literal(keys.snapped)
    yield* this.listSnapWriteSteps(numbers.origins)
    yield () => json.literal(keys.destinations)
    yield* this.listSnapWriteSteps(numbers.destinations)
    yield () => this.writeTail(numbers, warnings)
  }

  /**
   * Writes some rows of one metric, for a reply that consists of blocks of rows. The first block starts with the name
   * of the metric, and the last block closes the list. The result is valid until the next call.
   */
  writeBlock(
    { rows, columns, values }: Pick<MatrixResult, 'rows' | 'columns' | 'values'>,
    block: MatrixBlock,
  ): Uint8Array {
    const { json } = this
    const { metric, isFirstMetric, isFirst, isLast } = block
    const cells = values[metric]
    if (!cells) throw new Error(`the matrix has no ${metric}`)
    json.reset()
    if (isFirst && isFirstMetric) json.literal(keys.openObject)
    json.literal(isFirst ? keys[metric] : keys.comma)
    for (let row = 0; row < rows; row++) this.writeRow(metric, cells, row, columns)
    if (isLast) json.literal(keys.closeRows)
    return json.view()
  }

  /** Writes the part after the last metric. The result is valid until the next call. */
  writeEnd(numbers: MatrixFrame): Uint8Array {
    const { json } = this
    json.reset()
    json.literal(keys.snapped)
    for (let index = 0; index < numbers.origins.name.length; index++) this.writeSnap(numbers.origins, index)
    json.literal(keys.destinations)
    for (let index = 0; index < numbers.destinations.name.length; index++) this.writeSnap(numbers.destinations, index)
    this.writeTail(numbers, '')
    return json.view()
  }

  private writeTail({ snapshotAtMs, trafficSource, data }: MatrixFrame, warnings: string): void {
    const { json } = this
    json.literal(keys.trafficHeadBySource[trafficSource])
    if (snapshotAtMs === undefined) json.literal(keys.none)
    else json.timestamp(snapshotAtMs)
    if (this.datasetTail.dataset !== data.dataset) {
      this.datasetTail = { dataset: data.dataset, text: utf8Literal(`},"data":${JSON.stringify(data)}`) }
    }
    json.literal(this.datasetTail.text)
    if (warnings !== '') json.literal(utf8Literal(`,"warnings":${warnings}`))
    json.literal(keys.closeObject)
  }

  private writeRow(metric: MatrixMetric, cells: Int32Array, row: number, columns: number): void {
    if (metric === 'energy' || metric === 'in_range') {
      this.writeEnergyRow(metric, cells, row, columns)
      return
    }
    const { json } = this
    const view = json.reserve(columns * MAX_CELL_BYTES + 3)
    let offset = json.position()
    if (row > 0) view.setUint8(offset++, COMMA)
    view.setUint8(offset++, OPEN_BRACKET)
    offset = writeCells(view, offset, cells, row * columns, (row + 1) * columns, getDecimals(metric))
    // The closing bracket overwrites the last comma.
    view.setUint8(offset - 1, CLOSE_BRACKET)
    json.advance(offset)
  }

  /** Writes a row of energies, which can be negative, or of booleans. */
  private writeEnergyRow(metric: 'energy' | 'in_range', cells: Int32Array, row: number, columns: number): void {
    const { json } = this
    if (row > 0) json.literal(keys.comma)
    json.literal(keys.openRow)
    for (let cell = row * columns; cell < (row + 1) * columns; cell++) {
      const value = cells[cell] as number
      if (cell > row * columns) json.literal(keys.comma)
      if (value === (metric === 'energy' ? NO_ENERGY : NO_PATH)) json.literal(keys.none)
      else if (metric === 'energy') json.fixed(value, 3)
      else json.literal(value === 1 ? keys.true : keys.false)
    }
    json.literal(keys.closeRow)
  }

  private *listSnapWriteSteps(points: SnappedPoints): Generator<() => void> {
    for (let index = 0; index < points.name.length; index++) yield () => this.writeSnap(points, index)
  }

  private writeSnap({ latitude, longitude, distanceMeters, name }: SnappedPoints, index: number): void {
    const { json } = this
    if (index > 0) json.literal(keys.comma)
    json.literal(keys.at).point(latitude[index] ?? 0, longitude[index] ?? 0)
    json.literal(keys.distanceMeters).fixed(Math.round((distanceMeters[index] ?? 0) * 10), 1)
    json.literal(keys.name).string(name[index] ?? '')
    json.literal(keys.closeObject)
  }
}

/** Returns the number of decimals, which matches the kilometers and minutes of routes. */
function getDecimals(metric: MatrixMetric): 3 | 4 {
  return metric === 'distance' ? 4 : 3
}
