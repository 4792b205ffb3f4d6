import { MalformedProtobuf } from '../pbf/protobuf.ts'
import type { TileFeature, TileLayer } from './vector-tile.ts'

/** A vector tile that does not contain OSM elements. */
export class NotAQaTile extends Error {}

export interface TileElement {
  readonly id: number
  /** String indices, alternating keys and values. */
  readonly tags: readonly number[]
}

const UNKNOWN = -1

/**
 * The tags of a tile's features. A value is decoded when a tag first needs it, because most values are IDs and times.
 */
export class TileTexts {
  /**
   * Each string once: keys by their tile indices, then values. The tile contains each value once, so a value is only
   * compared with the keys. Comparing all with all would take a tenth of the total time.
   */
  readonly strings: string[]
  private readonly layer: TileLayer
  private readonly keyNumbers: ReadonlyMap<string, number>
  private readonly valueNumbers: Int32Array
  /** Keys that begin with @ contain metadata of an element. */
  private readonly isMeta: readonly boolean[]
  private readonly idKey: number
  private readonly typeKey: number

  constructor(layer: TileLayer) {
    this.layer = layer
    this.strings = [...layer.keys]
    this.keyNumbers = new Map(layer.keys.map((key, number) => [key, number]))
    this.valueNumbers = new Int32Array(layer.valueCount).fill(UNKNOWN)
    this.isMeta = layer.keys.map((key) => key.startsWith('@'))
    this.idKey = layer.keys.indexOf('@id')
    this.typeKey = layer.keys.indexOf('@type')
  }

  elementOf(feature: TileFeature): TileElement {
    const tags: number[] = []
    let id = Number.NaN
    let isRelation = false
    const pairs = feature.tags()
    while (pairs.position < pairs.end) {
      const key = pairs.varint()
      const value = pairs.varint()
      if (key >= this.isMeta.length || value >= this.valueNumbers.length) {
        throw new MalformedProtobuf('a tag refers to a string that does not exist', pairs.position)
      }
      if (!this.isMeta[key]) tags.push(key, this.valueNumber(value))
      else if (key === this.idKey) id = Number(this.layer.value(value))
      else if (key === this.typeKey) isRelation = this.strings[this.valueNumber(value)] === 'relation'
    }
    if (!Number.isSafeInteger(id)) throw new NotAQaTile('a feature of the layer "osm" has no @id')
    // The outline of a relation is not an OSM way, so it gets the negated ID of the relation.
    return { id: isRelation ? -id : id, tags }
  }

  textsOf(tags: readonly number[]): string[] {
    return tags.map((number) => this.strings[number])
  }

  private valueNumber(value: number): number {
    if (this.valueNumbers[value] === UNKNOWN) {
      const text = String(this.layer.value(value))
      this.valueNumbers[value] = this.keyNumbers.get(text) ?? this.strings.push(text) - 1
    }
    return this.valueNumbers[value]
  }
}
