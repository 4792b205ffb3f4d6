import { ByteWriter } from './byte-writer.ts'

/** Field numbers of the Mapbox Vector Tile specification, version 2. */
const TILE_LAYER = 3
const LAYER_NAME = 1
const LAYER_FEATURE = 2
const LAYER_KEY = 3
const LAYER_VALUE = 4
const FEATURE_TAGS = 2

const WIRE_VARINT = 0
const FIXED_64 = 1
const WIRE_BYTES = 2
const FIXED_32 = 5

/** Field of a message. `bytes` is the content of a field with a length, and `raw` is the field with its header. */
interface Field {
  readonly number: number
  readonly bytes: Uint8Array
  readonly raw: Uint8Array
}

interface LayerParts {
  readonly name: string
  readonly raw: Uint8Array
  readonly features: readonly Uint8Array[]
  readonly keys: readonly Uint8Array[]
  readonly values: readonly Uint8Array[]
  /** Version and extent. */
  readonly others: readonly Uint8Array[]
}

/**
 * Merges vector tiles of the same square. Layers with the same name become one layer, because readers accept each name
 * only once. `isKept` selects the layers of each tile. All tiles must have the same extent.
 */
export function mergeTiles(
  tiles: readonly Uint8Array[],
  isKept: (layer: string, tile: number) => boolean = () => true,
): Uint8Array {
  const layersByName = new Map<string, LayerParts[]>()
  for (const [index, tile] of tiles.entries()) {
    for (const field of listFields(tile)) {
      if (field.number !== TILE_LAYER) continue
      const layer = readLayer(field)
      if (!isKept(layer.name, index)) continue
      const sameName = layersByName.get(layer.name)
      if (sameName) sameName.push(layer)
      else layersByName.set(layer.name, [layer])
    }
  }
  const writer = new ByteWriter()
  for (const layers of layersByName.values()) {
    const [first] = layers
    if (layers.length === 1 && first) writer.append(first.raw)
    else writer.field(TILE_LAYER, joinLayers(layers))
  }
  return writer.view().slice()
}

/** Joins layers. The keys and values of all layers are kept, and tags refer to their new numbers. */
function joinLayers(layers: readonly LayerParts[]): Uint8Array {
  const writer = new ByteWriter()
  const [first] = layers
  for (const rawField of first?.others ?? []) writer.append(rawField)
  let [keyCount, valueCount] = [0, 0]
  for (const { features, keys, values } of layers) {
    for (const feature of features) writer.field(LAYER_FEATURE, shiftTags(feature, keyCount, valueCount))
    keyCount += keys.length
    valueCount += values.length
  }
  for (const { keys } of layers) for (const key of keys) writer.field(LAYER_KEY, key)
  for (const { values } of layers) for (const value of values) writer.field(LAYER_VALUE, value)
  writer.field(LAYER_NAME, new TextEncoder().encode(first?.name ?? ''))
  return writer.view().slice()
}

function shiftTags(feature: Uint8Array, keyCount: number, valueCount: number): Uint8Array {
  if (keyCount === 0 && valueCount === 0) return feature
  const writer = new ByteWriter()
  for (const { number, bytes, raw } of listFields(feature)) {
    if (number !== FEATURE_TAGS) {
      writer.append(raw)
      continue
    }
    const tags = new ByteWriter()
    let isKey = true
    for (let offset = 0; offset < bytes.length; isKey = !isKey) {
      const { value, end } = readVarint(bytes, offset)
      tags.varint(value + (isKey ? keyCount : valueCount))
      offset = end
    }
    writer.field(FEATURE_TAGS, tags.view())
  }
  return writer.view().slice()
}

function readLayer({ bytes, raw }: Field): LayerParts {
  const fields = listFields(bytes)
  const list = (number: number) => fields.filter((field) => field.number === number).map((field) => field.bytes)
  const knownFieldTypes: readonly number[] = [LAYER_NAME, LAYER_FEATURE, LAYER_KEY, LAYER_VALUE]
  return {
    name: new TextDecoder().decode(list(LAYER_NAME)[0]),
    raw,
    features: list(LAYER_FEATURE),
    keys: list(LAYER_KEY),
    values: list(LAYER_VALUE),
    others: fields.filter(({ number }) => !knownFieldTypes.includes(number)).map((field) => field.raw),
  }
}

function listFields(message: Uint8Array): Field[] {
  const fields: Field[] = []
  for (let offset = 0; offset < message.length; ) {
    const { value: tag, end: start } = readVarint(message, offset)
    const { bytesStart, end } = findEnd(message, tag & 7, start)
    const [bytes, rawField] = [message.subarray(bytesStart, end), message.subarray(offset, end)]
    fields.push({ number: tag >>> 3, bytes, raw: rawField })
    offset = end
  }
  return fields
}

function findEnd(message: Uint8Array, type: number, start: number): { bytesStart: number; end: number } {
  if (type === WIRE_VARINT) return { bytesStart: start, end: readVarint(message, start).end }
  if (type === FIXED_64) return { bytesStart: start, end: start + 8 }
  if (type === FIXED_32) return { bytesStart: start, end: start + 4 }
  if (type !== WIRE_BYTES) throw new Error(`the tile has a field of the unknown type ${type}`)
  const { value: length, end } = readVarint(message, start)
  if (end + length > message.length) throw new Error('the tile is cut off')
  return { bytesStart: end, end: end + length }
}

function readVarint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  let factor = 1
  for (let offset = start; offset < bytes.length; offset++) {
    const byte = bytes[offset] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return { value, end: offset + 1 }
    factor *= 128
  }
  throw new Error('the tile is cut off')
}
