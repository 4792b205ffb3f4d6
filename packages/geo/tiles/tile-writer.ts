import { ByteWriter } from './byte-writer.ts'
import { TILE_EXTENT } from './mercator.ts'

export type TagValue = string | number

/** Properties of a feature. Undefined values are omitted. */
export type FeatureProperties = Readonly<Record<string, TagValue | undefined>>

export const GeometryType = { point: 1, line: 2, polygon: 3 } as const

const encoder = new TextEncoder()
const NO_TAGS = new Uint8Array(0)

/**
 * A layer of a tile (Mapbox vector tile 2.1). Each key and value is written once, and features reference them by index.
 */
export class TileLayer {
  readonly name: string
  private readonly encodedFeatures = new ByteWriter()
  private readonly featureBuffer = new ByteWriter()
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
    const tags = new ByteWriter()
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined) continue
      tags.varint(getOrAssignIndex(this.keys, key))
      tags.varint(getOrAssignIndex(this.values, value))
    }
    return tags.view().slice()
  }

  add(type: number, geometry: Uint8Array, tags: Uint8Array = NO_TAGS): void {
    const { featureBuffer } = this
    featureBuffer.clear()
    if (tags.length > 0) featureBuffer.field(2, tags)
    featureBuffer.varint(3 << 3)
    featureBuffer.varint(type)
    featureBuffer.field(4, geometry)
    this.encodedFeatures.field(2, featureBuffer.view())
  }

  write(writer: ByteWriter): void {
    const layer = new ByteWriter()
    layer.varint(15 << 3)
    layer.varint(2)
    layer.field(1, encoder.encode(this.name))
    layer.append(this.encodedFeatures.view())
    for (const key of this.keys.keys()) layer.field(3, encoder.encode(key))
    for (const value of this.values.keys()) layer.field(4, encodeValue(value))
    layer.varint(5 << 3)
    layer.varint(TILE_EXTENT)
    writer.field(3, layer.view())
  }
}

/** Encodes a tile without its empty layers. An empty tile has no bytes. */
export function writeTile(layers: readonly TileLayer[]): Uint8Array {
  const writer = new ByteWriter()
  for (const layer of layers) if (!layer.isEmpty) layer.write(writer)
  return writer.view().slice()
}

function getOrAssignIndex<K>(numbers: Map<K, number>, key: K): number {
  const existingNumber = numbers.get(key)
  if (existingNumber !== undefined) return existingNumber
  const next = numbers.size
  numbers.set(key, next)
  return next
}

function encodeValue(value: TagValue): Uint8Array {
  const writer = new ByteWriter()
  if (typeof value === 'string') {
    writer.field(1, encoder.encode(value))
  } else if (Number.isInteger(value) && Math.abs(value) < 2 ** 30) {
    writer.varint(6 << 3)
    writer.zigzag(value)
  } else {
    writer.varint((3 << 3) | 1)
    writer.double(value)
  }
  return writer.view()
}
