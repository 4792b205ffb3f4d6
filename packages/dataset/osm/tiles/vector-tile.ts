import { Uint32Builder } from '../growing.ts'
import { MalformedProtobuf, ProtobufReader } from '../pbf/protobuf.ts'

/**
 * Decoder for Mapbox Vector Tiles (specification 2.1). Tags are kept as pairs of indices. The usual vector tile library
 * creates objects with strings, and converting the strings back to indices would dominate the decoding time. Positions
 * in errors are relative to the start of the tile.
 */

export const POINT_GEOMETRY = 1
export const POLYGON_GEOMETRY = 3

/** Returns the layer with this name, or undefined if the tile does not contain it. */
export function findLayer(bytes: Uint8Array, name: string): TileLayer | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const tile = new ProtobufReader(buffer)
  let match: TileLayer | undefined
  while (tile.nextField()) {
    if (tile.field !== 3) tile.skipField()
    else {
      const end = tile.enterMessage()
      const layer = new TileLayer(buffer, tile.position, end)
      if (layer.name === name) match = layer
      tile.position = end
    }
  }
  return match
}

/** A line or ring in tile units, where y increases southward. */
export interface TileLine {
  readonly x: number[]
  readonly y: number[]
}

export class TileLayer {
  private readonly bytes: Buffer
  private readonly features: ByteRanges
  private readonly values: ByteRanges
  readonly keys: readonly string[]
  readonly name: string
  readonly extent: number

  /** Locates the features without reading them, because their keys and values may follow later in the layer. */
  constructor(bytes: Buffer, begin: number, end: number) {
    this.bytes = bytes
    const reader = new ProtobufReader(bytes, begin, end)
    const features = new ByteRangeBuilder()
    const values = new ByteRangeBuilder()
    const keys: string[] = []
    let name = ''
    let extent = 4096
    while (reader.nextField()) {
      if (reader.field === 1) name = readString(bytes, reader)
      else if (reader.field === 2) features.readRange(reader)
      else if (reader.field === 3) keys.push(readString(bytes, reader))
      else if (reader.field === 4) values.readRange(reader)
      else if (reader.field === 5) extent = reader.readVarint()
      else reader.skipField()
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

  getFeature(index: number): TileFeature {
    return new TileFeature(this.bytes, this.features.begin[index], this.features.end[index])
  }

  getValue(index: number): string | number {
    const reader = new ProtobufReader(this.bytes, this.values.begin[index], this.values.end[index])
    let value: string | number = ''
    while (reader.nextField()) {
      if (reader.field === 1) value = readString(this.bytes, reader)
      else if (reader.field === 2 || reader.field === 3) value = reader.readFloat()
      else if (reader.field === 4 || reader.field === 5) value = reader.readVarint()
      else if (reader.field === 6) value = reader.readSignedVarint()
      else if (reader.field === 7) value = reader.readVarint() === 0 ? 'no' : 'yes'
      else reader.skipField()
    }
    return value
  }
}

/** A feature as stored in the tile. Features are created on each access, because caching them would cost more. */
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
    while (reader.nextField()) {
      if (reader.field === 2) {
        tagsEnd = reader.enterMessage()
        tagsBegin = reader.position
        reader.position = tagsEnd
      } else if (reader.field === 3) type = reader.readVarint()
      else if (reader.field === 4) {
        geometryEnd = reader.enterMessage()
        geometryBegin = reader.position
        reader.position = geometryEnd
      } else reader.skipField()
    }
    this.bytes = bytes
    this.type = type
    this.tagsBegin = tagsBegin
    this.tagsEnd = tagsEnd
    this.geometryBegin = geometryBegin
    this.geometryEnd = geometryEnd
  }

  /** Returns a reader for the alternating key and value indices of the layer. */
  tags(): ProtobufReader {
    return new ProtobufReader(this.bytes, this.tagsBegin, this.tagsEnd)
  }

  /** Returns lines, closed rings (with the first vertex repeated at the end) or points as single-vertex lines. */
  lines(): TileLine[] {
    const reader = new ProtobufReader(this.bytes, this.geometryBegin, this.geometryEnd)
    const lines: TileLine[] = []
    let x = 0
    let y = 0
    while (reader.position < reader.end) {
      const command = reader.readVarint()
      const isMoveTo = (command & 7) === MOVE_TO
      if (!isMoveTo && lines.length === 0) throw new MalformedProtobuf('a line has no start', reader.position)
      if ((command & 7) === CLOSE_PATH) {
        const ring = lines[lines.length - 1]
        addVertex(ring, ring.x[0], ring.y[0])
        continue
      }
      for (let count = Math.floor(command / 8); count > 0; count--) {
        x += reader.readSignedVarint()
        y += reader.readSignedVarint()
        if (isMoveTo) lines.push({ x: [x], y: [y] })
        else addVertex(lines[lines.length - 1], x, y)
      }
    }
    return lines
  }
}

/** Adds a vertex, unless it repeats the last vertex and would create a segment of zero length. */
function addVertex(line: TileLine, x: number, y: number): void {
  const last = line.x.length - 1
  if (line.x[last] === x && line.y[last] === y) return
  line.x.push(x)
  line.y.push(y)
}

const MOVE_TO = 1
const CLOSE_PATH = 7

interface ByteRanges {
  readonly begin: Uint32Array
  readonly end: Uint32Array
}

class ByteRangeBuilder {
  private readonly begin = new Uint32Builder()
  private readonly end = new Uint32Builder()

  readRange(reader: ProtobufReader): void {
    const end = reader.enterMessage()
    this.begin.push(reader.position)
    this.end.push(end)
    reader.position = end
  }
  finish(): ByteRanges {
    return { begin: this.begin.finish(), end: this.end.finish() }
  }
}

/** Reads a string. For short strings, this is faster than a TextDecoder on a view. */
function readString(bytes: Buffer, reader: ProtobufReader): string {
  const end = reader.enterMessage()
  const string = bytes.toString('utf8', reader.position, end)
  reader.position = end
  return string
}
