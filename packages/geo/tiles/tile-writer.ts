import { ByteWriter } from './byte-writer.ts'
import { EXTENT } from './mercator.ts'

export type TileValue = string | number

/** Properties of a feature. Undefined values are omitted. */
export type Properties = Readonly<Record<string, TileValue | undefined>>

export const GeometryType = { point: 1, line: 2, polygon: 3 } as const

const encoder = new TextEncoder()
const noTags = new Uint8Array(0)

/**
 * One layer of a tile (Mapbox vector tile 2.1). Each key and value is written once, and features refer to them by
 * index.
 */
export class TileLayer {
  readonly name: string
  private readonly features = new ByteWriter()
  private readonly feature = new ByteWriter()
  private readonly keys = new Map<string, number>()
  private readonly values = new Map<TileValue, number>()

  constructor(name: string) {
    this.name = name
  }

  get isEmpty(): boolean {
    return this.features.length === 0
  }

  /** Encodes tags for reuse by features with the same properties. */
  tagsOf(properties: Properties): Uint8Array {
    const tags = new ByteWriter()
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined) continue
      tags.varint(numberOf(this.keys, key))
      tags.varint(numberOf(this.values, value))
    }
    return tags.view().slice()
  }

  add(type: number, geometry: Uint8Array, tags: Uint8Array = noTags): void {
    const { feature } = this
    feature.clear()
    if (tags.length > 0) feature.field(2, tags)
    feature.varint(3 << 3)
    feature.varint(type)
    feature.field(4, geometry)
    this.features.field(2, feature.view())
  }

  write(out: ByteWriter): void {
    const layer = new ByteWriter()
    layer.varint(15 << 3)
    layer.varint(2)
    layer.field(1, encoder.encode(this.name))
    layer.append(this.features.view())
    for (const key of this.keys.keys()) layer.field(3, encoder.encode(key))
    for (const value of this.values.keys()) layer.field(4, encodeValue(value))
    layer.varint(5 << 3)
    layer.varint(EXTENT)
    out.field(3, layer.view())
  }
}

/** Skips empty layers. An empty tile has no bytes. */
export function writeTile(layers: readonly TileLayer[]): Uint8Array {
  const out = new ByteWriter()
  for (const layer of layers) if (!layer.isEmpty) layer.write(out)
  return out.view().slice()
}

function numberOf<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  const next = numbers.size
  numbers.set(key, next)
  return next
}

function encodeValue(value: TileValue): Uint8Array {
  const out = new ByteWriter()
  if (typeof value === 'string') {
    out.field(1, encoder.encode(value))
  } else if (Number.isInteger(value) && Math.abs(value) < 2 ** 30) {
    out.varint(6 << 3)
    out.zigzag(value)
  } else {
    out.varint((3 << 3) | 1)
    out.double(value)
  }
  return out.view()
}
