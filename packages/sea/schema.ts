import { fromSections, type SectionArray, type SectionGroups, toSections } from '@fairway/geo'

/**
 * All data of the sea engine as plain typed arrays: written to a file section by section, read back in one piece, and
 * shared by threads. Sections are named `sea.group.name`.
 */
const seaSchema = {
  /** Corners of the coastline in microdegrees. An edge connects a corner with the next. */
  coast: { latitude: Int32Array, longitude: Int32Array },
  /** One per one-degree tile: the index of a coastal tile, LAND, or the square of open water. */
  tiles: { content: Int32Array },
  /** 1,024 per coastal tile: the index of a shore cell, LAND, or the square of open water. */
  cells: { content: Int32Array },
  /** Cells with coast. `water` has 16 rows of 16 bits per cell. `…First` arrays have one additional element. */
  shores: { cell: Uint32Array, edgeFirst: Uint32Array, edge: Uint32Array, nodeFirst: Uint32Array, water: Uint16Array },
  /**
   * First the pools of shore cells (size 0), then squares of open water (size in cells), then channel points (CHANNEL).
   */
  nodes: {
    latitude: Int32Array,
    longitude: Int32Array,
    size: Uint8Array,
    /** Water body: 1 for the oceans, then by size. 0 is too small for routing. */
    body: Uint8Array,
    /** 1 where a link crosses a gate. */
    gated: Uint8Array,
    linkFirst: Uint32Array,
  },
  /** Costs in 1/64 of a mile. */
  links: { head: Uint32Array, cost: Uint16Array },
  /** Distance to a nearby coast: half-degree tiles of 256 cells, in units of NEAR_UNITS_PER_NM. */
  near: { tile: Int32Array, distance: Uint8Array },
  /** Lower bound on the distance to the coast in miles, for every quarter-degree square. */
  far: { distance: Uint8Array },
  /** Costs from all landmarks to each node, node by node, in half miles. UNREACHED where there is no path. */
  landmarks: { cost: Uint16Array },
  /** Nodes of the channels in table order; each channel ends where the next begins. The table is JSON in UTF-8. */
  channels: { nodeFirst: Uint32Array, table: Uint8Array },
} as const

export type Sea = SectionGroups<typeof seaSchema>

/** Replaces the size when the node is a point of a channel. */
export const CHANNEL_SIZE = 255
export const COST_UNITS_PER_NM = 64
export const LANDMARK_UNITS_PER_NM = 2
export const UNREACHED_LANDMARK_COST = 0xffff
export const NEAR_UNITS_PER_NM = 30
/** Maximum distance stored in `near`. */
export const NEAR_FIELD_MAX_NM = 8

export function seaToSections(sea: Sea): [name: string, array: SectionArray][] {
  return toSections('sea', sea)
}

export function seaFromSections(sections: ReadonlyMap<string, ArrayBufferView>): Sea {
  return fromSections('sea', seaSchema, sections)
}

export function countNodes(sea: Sea): number {
  return sea.nodes.size.length
}

export function isChannel(sea: Sea, node: number): boolean {
  return sea.nodes.size[node] === CHANNEL_SIZE
}
