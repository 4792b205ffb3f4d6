/**
 * A piece of an OSM file, stored in plain arrays, which are cheap to transfer to another thread. IDs are doubles, which
 * represent every OSM ID exactly. Coordinates are integers in units of 10^-7 degrees. Strings are indices into
 * `strings`, which contains each string once, except the empty string. Negative IDs are not from OSM: editors assign
 * them to new elements, and readers assign them to elements without an ID.
 */
export interface OsmBlock {
  readonly strings: readonly string[]
  readonly nodes: OsmNodes
  readonly ways: OsmWays
  readonly relations: OsmRelations
}

/**
 * Tags of all elements. The keys of element i are `key[first[i]]` up to `key[first[i + 1]]` (exclusive), and the values
 * have the same indices.
 */
export interface OsmTags {
  readonly first: Uint32Array
  readonly key: Uint32Array
  readonly value: Uint32Array
}

/**
 * Versions of the elements of a block, which readers fill only on request. Version 0 means that the file contains no
 * version.
 */
export interface OsmVersions {
  readonly version: Uint32Array
  /** 1 for elements that this version deletes, as in history files and change files. */
  readonly deleted: Uint8Array
}

export interface OsmNodes {
  readonly id: Float64Array
  readonly versions?: OsmVersions
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  readonly tags: OsmTags
}

export interface OsmWays {
  readonly id: Float64Array
  readonly versions?: OsmVersions
  readonly refFirst: Uint32Array
  readonly ref: Float64Array
  readonly tags: OsmTags
}

export const NODE_MEMBER = 0
export const WAY_MEMBER = 1
export const RELATION_MEMBER = 2

export interface OsmRelations {
  readonly id: Float64Array
  readonly versions?: OsmVersions
  readonly memberFirst: Uint32Array
  readonly member: Float64Array
  readonly memberType: Uint8Array
  readonly memberRole: Uint32Array
  readonly tags: OsmTags
}
