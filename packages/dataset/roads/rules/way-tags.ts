import type { Tags } from './rules.ts'

/** Direction along the way as drawn, or against it. */
export type Direction = 'forward' | 'backward'

/**
 * A key with its directional variants. The variants are built once, because concatenating strings for every way costs
 * more than the lookups.
 */
export interface DirectedKey {
  readonly both: string
  readonly forward: string
  readonly backward: string
  readonly hasColon: boolean
  readonly isConditional: boolean
}

export function directedKey(key: string, ending: '' | ':conditional' = ''): DirectedKey {
  const undirectedKey = `${key}${ending}`
  return {
    both: undirectedKey,
    forward: `${key}:forward${ending}`,
    backward: `${key}:backward${ending}`,
    hasColon: undirectedKey.includes(':'),
    isConditional: ending !== '',
  }
}

interface IterableTags extends Tags {
  keys(): Iterable<string>
}

function isIterable(tags: Tags): tags is IterableTags {
  return 'keys' in tags && typeof tags.keys === 'function'
}

/**
 * Tags of one element, which are queried for 200 keys. Nearly all keys contain a colon
 * (`motorcar:forward:conditional`), and most ways have no such key. Checking the existing keys once saves most lookups
 * and half of the time.
 */
export class WayTags implements Tags {
  private readonly tags: Tags
  private readonly hasColons: boolean
  private readonly hasConditions: boolean
  /** Whether any key distinguishes the two directions. */
  readonly hasDirections: boolean

  constructor(tags: Tags) {
    this.tags = tags
    let hasColonKey = false
    let hasConditionalKey = false
    let hasDirectionKey = false
    if (isIterable(tags)) {
      for (const key of tags.keys()) {
        if (!key.includes(':')) continue
        hasColonKey = true
        hasConditionalKey ||= key.endsWith(':conditional')
        hasDirectionKey ||= key.includes('ward')
      }
    } else hasColonKey = hasConditionalKey = hasDirectionKey = true
    this.hasColons = hasColonKey
    this.hasConditions = hasConditionalKey
    this.hasDirections = hasDirectionKey
  }

  get(key: string): string | undefined {
    return this.tags.get(key)
  }

  /** Returns the value that is tagged for both directions. */
  findUndirected(key: DirectedKey): string | undefined {
    if (key.hasColon && !this.hasColons) return undefined
    if (key.isConditional && !this.hasConditions) return undefined
    return this.tags.get(key.both) || undefined
  }

  /** Returns the value that is tagged explicitly for one direction. */
  findDirected(key: DirectedKey, direction: Direction): string | undefined {
    return this.hasDirections ? this.tags.get(key[direction]) || undefined : undefined
  }

  /**
   * Returns the value for one direction, or the value for both directions if that direction has no value. Empty values
   * are ignored.
   */
  find(key: DirectedKey, direction: Direction): string | undefined {
    return this.findDirected(key, direction) ?? this.findUndirected(key)
  }
}
