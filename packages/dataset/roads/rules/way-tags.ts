import type { Tags } from './rules.ts'

/** Along the way as it is drawn, or against it. */
export type Direction = 'forward' | 'backward'

/** A key and its variants for one direction; put together once, since joining texts for every way costs more than looking them up. */
export interface DirectedKey {
  readonly both: string
  readonly forward: string
  readonly backward: string
  readonly hasColon: boolean
  readonly isConditional: boolean
}

export function directedKey(key: string, ending: '' | ':conditional' = ''): DirectedKey {
  const both = `${key}${ending}`
  return {
    both,
    forward: `${key}:forward${ending}`,
    backward: `${key}:backward${ending}`,
    hasColon: both.includes(':'),
    isConditional: ending !== '',
  }
}

interface ListedTags extends Tags {
  keys(): Iterable<string>
}

function isListed(tags: Tags): tags is ListedTags {
  return 'keys' in tags && typeof tags.keys === 'function'
}

/**
 * The tags of one element, asked for two hundred keys. Nearly all of these have a colon (`motorcar:forward:conditional`)
 * and most ways have none such: one look at the keys that are there saves most lookups, and half of the time.
 */
export class WayTags implements Tags {
  readonly #tags: Tags
  readonly #hasColons: boolean
  readonly #hasConditions: boolean
  /** Some key tells the two directions apart. */
  readonly hasDirections: boolean

  constructor(tags: Tags) {
    this.#tags = tags
    let colons = false
    let conditions = false
    let directions = false
    if (isListed(tags)) {
      for (const key of tags.keys()) {
        if (!key.includes(':')) continue
        colons = true
        conditions ||= key.endsWith(':conditional')
        directions ||= key.includes('ward')
      }
    } else colons = conditions = directions = true
    this.#hasColons = colons
    this.#hasConditions = conditions
    this.hasDirections = directions
  }

  get(key: string): string | undefined {
    return this.#tags.get(key)
  }

  /** What is tagged for both directions alike. */
  common(key: DirectedKey): string | undefined {
    if (key.hasColon && !this.#hasColons) return undefined
    if (key.isConditional && !this.#hasConditions) return undefined
    return this.#tags.get(key.both) || undefined
  }

  /** What is tagged for one direction in so many words. */
  own(key: DirectedKey, direction: Direction): string | undefined {
    return this.hasDirections ? this.#tags.get(key[direction]) || undefined : undefined
  }

  /** What holds in one direction: its own tag, else the one for both. An empty value says nothing. */
  find(key: DirectedKey, direction: Direction): string | undefined {
    return this.own(key, direction) ?? this.common(key)
  }
}
