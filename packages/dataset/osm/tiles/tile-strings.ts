import { MalformedProtobuf } from '../pbf/protobuf.ts'
import type { TileFeature, TileLayer } from './vector-tile.ts'

/** Error for a vector tile without OSM elements. */
export class NotQaTileError extends Error {}

export interface TileElement {
  readonly id: number
  /** String indices of alternating keys and values. */
  readonly tags: readonly number[]
}

const UNKNOWN_INDEX = -1

/**
 * Strings of the tags in a tile. A value is decoded when a tag first uses it, because most values are unused IDs and
 * times.
 */
export class TileStrings {
  /**
   * All strings without duplicates: keys in tile order, then values. Values are unique within a tile, so a new value is
   * compared only with the keys. Comparing all strings with each other would take a tenth of the total time.
   */
  readonly strings: string[]
  private readonly layer: TileLayer
  private readonly keyIndices: ReadonlyMap<string, number>
  private readonly valueIndices: Int32Array
  /** Whether each key starts with @, which marks metadata of an element. */
  private readonly isMetadataKey: readonly boolean[]
  private readonly idKey: number
  private readonly typeKey: number

  constructor(layer: TileLayer) {
    this.layer = layer
    this.strings = [...layer.keys]
    this.keyIndices = new Map(layer.keys.map((key, number) => [key, number]))
    this.valueIndices = new Int32Array(layer.valueCount).fill(UNKNOWN_INDEX)
    this.isMetadataKey = layer.keys.map((key) => key.startsWith('@'))
    this.idKey = layer.keys.indexOf('@id')
    this.typeKey = layer.keys.indexOf('@type')
  }

  toElement(feature: TileFeature): TileElement {
    const tags: number[] = []
    let id = Number.NaN
    let isRelation = false
    const pairs = feature.tags()
    while (pairs.position < pairs.end) {
      const key = pairs.readVarint()
      const value = pairs.readVarint()
      if (key >= this.isMetadataKey.length || value >= this.valueIndices.length) {
        throw new MalformedProtobuf('a tag refers to a string that does not exist', pairs.position)
      }
      if (!this.isMetadataKey[key]) tags.push(key, this.internValue(value))
      else if (key === this.idKey) id = Number(this.layer.getValue(value))
      else if (key === this.typeKey) isRelation = this.strings[this.internValue(value)] === 'relation'
    }
    if (!Number.isSafeInteger(id)) throw new NotQaTileError('a feature in the layer "osm" has no @id')
    // The outline of a relation is not an OSM way, so it gets the negated ID of the relation.
    return { id: isRelation ? -id : id, tags }
  }

  toStrings(tags: readonly number[]): string[] {
    return tags.map((number) => this.strings[number])
  }

  private internValue(value: number): number {
    if (this.valueIndices[value] === UNKNOWN_INDEX) {
      const string = String(this.layer.getValue(value))
      this.valueIndices[value] = this.keyIndices.get(string) ?? this.strings.push(string) - 1
    }
    return this.valueIndices[value]
  }
}
