import { Integers } from '../growing.ts'
import { MalformedProtobuf, ProtobufReader } from '../pbf/protobuf.ts'

/**
 * Decodes Mapbox Vector Tiles (specification 2.1). Tags stay pairs of tile indices: the common library creates objects
 * of strings, and mapping each string back to its index would take longer than everything else. Positions in errors are
 * relative to the start of the tile.
 */

export const POINT = 1
export const POLYGON = 3

/** Returns the layer with that name, if the tile has it. */
export function findLayer(bytes: Uint8Array, name: string): TileLayer | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const tile = new ProtobufReader(buffer)
  let found: TileLayer | undefined
  while (tile.next()) {
    if (tile.field !== 3) tile.skip()
    else {
      const end = tile.enter()
      const layer = new TileLayer(buffer, tile.position, end)
      if (layer.name === name) found = layer
      tile.position = end
    }
  }
  return found
}

/** A line or ring in tile units. y increases southward. */
export interface TileLine {
  readonly x: number[]
  readonly y: number[]
}

export class TileLayer {
  private readonly bytes: Buffer
  private readonly features: Ranges
  private readonly values: Ranges
  readonly keys: readonly string[]
  readonly name: string
  readonly extent: number

  /** Keys and values may follow the features that use them, so features are only located here and read later. */
  constructor(bytes: Buffer, begin: number, end: number) {
    this.bytes = bytes
    const reader = new ProtobufReader(bytes, begin, end)
    const features = new RangeList()
    const values = new RangeList()
    const keys: string[] = []
    let name = ''
    let extent = 4096
    while (reader.next()) {
      if (reader.field === 1) name = textFrom(bytes, reader)
      else if (reader.field === 2) features.addFrom(reader)
      else if (reader.field === 3) keys.push(textFrom(bytes, reader))
      else if (reader.field === 4) values.addFrom(reader)
      else if (reader.field === 5) extent = reader.varint()
      else reader.skip()
    }
    this.features = features.finish()
    this.values = values.finish()
    this.keys = keys
    this.name = name
    this.extent = extent
  }

  get featureCount(): number {
    return this.features.begin.length
  }
  get valueCount(): number {
    return this.values.begin.length
  }

  feature(index: number): TileFeature {
    return new TileFeature(this.bytes, this.features.begin[index], this.features.end[index])
  }

  value(index: number): string | number {
    const reader = new ProtobufReader(this.bytes, this.values.begin[index], this.values.end[index])
    let value: string | number = ''
    while (reader.next()) {
      if (reader.field === 1) value = textFrom(this.bytes, reader)
      else if (reader.field === 2 || reader.field === 3) value = reader.real()
      else if (reader.field === 4 || reader.field === 5) value = reader.varint()
      else if (reader.field === 6) value = reader.signed()
      else if (reader.field === 7) value = reader.varint() === 0 ? 'no' : 'yes'
      else reader.skip()
    }
    return value
  }
}

/** A feature as stored in the tile. It is created on each access, because caching all of them costs more. */
export class TileFeature {
  private readonly bytes: Uint8Array
  readonly type: number
  private readonly tagsBegin: number
  private readonly tagsEnd: number
  private readonly geometryBegin: number
  private readonly geometryEnd: number

  constructor(bytes: Uint8Array, begin: number, end: number) {
    const reader = new ProtobufReader(bytes, begin, end)
    let type = 0
    let tagsBegin = 0
    let tagsEnd = 0
    let geometryBegin = 0
    let geometryEnd = 0
    while (reader.next()) {
      if (reader.field === 2) {
        tagsEnd = reader.enter()
        tagsBegin = reader.position
        reader.position = tagsEnd
      } else if (reader.field === 3) type = reader.varint()
      else if (reader.field === 4) {
        geometryEnd = reader.enter()
        geometryBegin = reader.position
        reader.position = geometryEnd
      } else reader.skip()
    }
    this.bytes = bytes
    this.type = type
    this.tagsBegin = tagsBegin
    this.tagsEnd = tagsEnd
    this.geometryBegin = geometryBegin
    this.geometryEnd = geometryEnd
  }

  /** Key and value indices of the layer, alternating. */
  tags(): ProtobufReader {
    return new ProtobufReader(this.bytes, this.tagsBegin, this.tagsEnd)
  }

  /** Lines, closed rings (the first vertex repeated at the end), or points as single-vertex lines. */
  lines(): TileLine[] {
    const reader = new ProtobufReader(this.bytes, this.geometryBegin, this.geometryEnd)
    const lines: TileLine[] = []
    let x = 0
    let y = 0
    while (reader.position < reader.end) {
      const command = reader.varint()
      const moves = (command & 7) === MOVE_TO
      if (!moves && lines.length === 0) throw new MalformedProtobuf('a line has no start', reader.position)
      if ((command & 7) === CLOSE_PATH) {
        const ring = lines[lines.length - 1]
        addVertex(ring, ring.x[0], ring.y[0])
        continue
      }
      for (let count = Math.floor(command / 8); count > 0; count--) {
        x += reader.signed()
        y += reader.signed()
        if (moves) lines.push({ x: [x], y: [y] })
        else addVertex(lines[lines.length - 1], x, y)
      }
    }
    return lines
  }
}

/** A repeated vertex would be a segment of zero length. */
function addVertex(line: TileLine, x: number, y: number): void {
  const last = line.x.length - 1
  if (line.x[last] === x && line.y[last] === y) return
  line.x.push(x)
  line.y.push(y)
}

const MOVE_TO = 1
const CLOSE_PATH = 7

interface Ranges {
  readonly begin: Uint32Array
  readonly end: Uint32Array
}

class RangeList {
  private readonly begin = new Integers()
  private readonly end = new Integers()

  addFrom(reader: ProtobufReader): void {
    const end = reader.enter()
    this.begin.push(reader.position)
    this.end.push(end)
    reader.position = end
  }
  finish(): Ranges {
    return { begin: this.begin.finish(), end: this.end.finish() }
  }
}

/** Faster on the short strings of tags than a TextDecoder on a view. */
function textFrom(bytes: Buffer, reader: ProtobufReader): string {
  const end = reader.enter()
  const text = bytes.toString('utf8', reader.position, end)
  reader.position = end
  return text
}
