import { ByteWriter, putVarint, varintSize } from './byte-writer.ts'
import type { GeometryEncoder } from './geometry-encoder.ts'
import { TILE_EXTENT } from './mercator.ts'

export type TagValue = string | number

/** Properties of a feature. Undefined values are omitted. */
export type FeatureProperties = Readonly<Record<string, TagValue | undefined>>

export const GeometryType = { point: 1, line: 2, polygon: 3 } as const

/** Field numbers of the Mapbox Vector Tile specification, version 2. */
const TILE_LAYER = 3
const LAYER_NAME = 1
const LAYER_FEATURE = 2
const LAYER_KEY = 3
const LAYER_VALUE = 4
const LAYER_EXTENT = 5
const LAYER_VERSION = 15
const FEATURE_TAGS = 2
const FEATURE_TYPE = 3
const FEATURE_GEOMETRY = 4

const NO_TAGS = new Uint8Array(0)
/** Buffer for the tags of one feature. Tags are encoded one at a time. */
const tagBuffer = new ByteWriter()
const valueBuffer = new ByteWriter()

/**
 * A layer of a tile (Mapbox vector tile 2.1). Each key and value is written once, and features reference them by index.
 */
export class TileLayer {
  readonly name: string
  private readonly encodedFeatures = new ByteWriter()
  private readonly keys = new Map<string, number>()
  private readonly values = new Map<TagValue, number>()

  constructor(name: string) {
    this.name = name
  }

  get isEmpty(): boolean {
    return this.encodedFeatures.length === 0
  }

  /** Encodes tags for reuse by features with the same properties. */
  encodeTags(properties: FeatureProperties): Uint8Array {
    tagBuffer.clear()
    for (const key of Object.keys(properties)) {
      const value = properties[key]
      if (value === undefined) continue
      tagBuffer.varint(getOrAssignIndex(this.keys, key))
      tagBuffer.varint(getOrAssignIndex(this.values, value))
    }
    return tagBuffer.view().slice()
  }

  add(type: number, { output }: GeometryEncoder, tags: Uint8Array = NO_TAGS): void {
    const { encodedFeatures } = this
    const typeSize = 2
    const tagsSize = tags.length > 0 ? fieldSize(tags.length) : 0
    const size = tagsSize + typeSize + fieldSize(output.length)
    encodedFeatures.reserve(fieldSize(size))
    let offset = putHeader(encodedFeatures.bytes, encodedFeatures.length, LAYER_FEATURE, size)
    if (tags.length > 0) {
      encodedFeatures.length = putHeader(encodedFeatures.bytes, offset, FEATURE_TAGS, tags.length)
      encodedFeatures.append(tags)
      offset = encodedFeatures.length
    }
    offset = putVarint(encodedFeatures.bytes, offset, FEATURE_TYPE << 3)
    offset = putVarint(encodedFeatures.bytes, offset, type)
    encodedFeatures.length = putHeader(encodedFeatures.bytes, offset, FEATURE_GEOMETRY, output.length)
    encodedFeatures.append(output.bytes, output.length)
  }

  write(writer: ByteWriter): void {
    const [head, tail] = [new ByteWriter(), new ByteWriter()]
    head.varint(LAYER_VERSION << 3)
    head.varint(2)
    head.textField(LAYER_NAME, this.name)
    for (const key of this.keys.keys()) tail.textField(LAYER_KEY, key)
    for (const value of this.values.keys()) tail.field(LAYER_VALUE, encodeValue(value))
    tail.varint(LAYER_EXTENT << 3)
    tail.varint(TILE_EXTENT)
    const size = head.length + this.encodedFeatures.length + tail.length
    writer.reserve(fieldSize(size))
    writer.varint((TILE_LAYER << 3) | 2)
    writer.varint(size)
    for (const part of [head, this.encodedFeatures, tail]) writer.append(part.view())
  }
}

/** Encodes a tile without its empty layers. An empty tile has no bytes. */
export function writeTile(layers: readonly TileLayer[]): Uint8Array {
  const writer = new ByteWriter()
  for (const layer of layers) if (!layer.isEmpty) layer.write(writer)
  return writer.view().slice()
}

/** Writes the header of a field with a length into a buffer with enough space. Returns the offset of the next byte. */
function putHeader(bytes: Uint8Array, offset: number, field: number, length: number): number {
  return putVarint(bytes, putVarint(bytes, offset, (field << 3) | 2), length)
}

/** Returns the size of a field with a length, including its header. The field number must be below 16. */
function fieldSize(length: number): number {
  return 1 + varintSize(length) + length
}

function getOrAssignIndex<K>(numbers: Map<K, number>, key: K): number {
  const existingNumber = numbers.get(key)
  if (existingNumber !== undefined) return existingNumber
  const next = numbers.size
  numbers.set(key, next)
  return next
}

/** Returns the encoded value, valid until the next call. */
function encodeValue(value: TagValue): Uint8Array {
  valueBuffer.clear()
  if (typeof value === 'string') {
    valueBuffer.textField(1, value)
  } else if (Number.isInteger(value) && Math.abs(value) < 2 ** 30) {
    valueBuffer.varint(6 << 3)
    valueBuffer.zigzag(value)
  } else {
    valueBuffer.varint((3 << 3) | 1)
    valueBuffer.double(value)
  }
  return valueBuffer.view()
}
