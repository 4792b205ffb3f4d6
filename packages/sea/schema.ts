import { fromSections, type SectionArray, type SectionGroups, toSections } from '@fairway/geo'

/**
 * All data of the sea engine as plain typed arrays. The data is written to a file section by section, read back in one
 * piece, and shared by threads. Sections are named `sea.group.name`.
 */
const seaSchema = {
  /** Corners of the coastline in microdegrees. An edge connects a corner with the next corner. */
  coast: { latitude: Int32Array, longitude: Int32Array },
  /** Content of each one-degree tile: the index of a coastal tile, LAND, or the square of open water. */
  tiles: { content: Int32Array },
  /** Content of the 1,024 cells of each coastal tile: the index of a shore cell, LAND, or the square of open water. */
  cells: { content: Int32Array },
  /** Cells with coast. `water` has 16 rows of 16 bits per cell. `…First` arrays have one additional element. */
  shores: { cell: Uint32Array, edgeFirst: Uint32Array, edge: Uint32Array, nodeFirst: Uint32Array, water: Uint16Array },
  /**
   * Nodes in this order: pools of shore cells (size 0), squares of open water (size in cells), and channel points
   * (CHANNEL_NODE_SIZE).
   */
  nodes: {
    latitude: Int32Array,
    longitude: Int32Array,
    size: Uint8Array,
    /**
     * Water body of each node. 1 stands for the oceans, and smaller bodies follow by size. 0 marks bodies that are too
     * small for routing.
     */
    body: Uint8Array,
    /** 1 for nodes with a link that crosses a gate. */
    gated: Uint8Array,
    linkFirst: Uint32Array,
  },
  /** Links with costs in 1/64 of a nautical mile. */
  links: { head: Uint32Array, cost: Uint16Array },
  /** Distance to a nearby coast, in half-degree tiles of 256 cells and units of NEAR_UNITS_PER_NM. */
  near: { tile: Int32Array, distance: Uint8Array },
  /** Lower bound on the distance to the coast in nautical miles, for every quarter-degree square. */
  far: { distance: Uint8Array },
  /** Costs from all landmarks to each node, node by node, in half nautical miles. UNREACHED if there is no path. */
  landmarks: { cost: Uint16Array },
  /** Nodes of the channels in table order. Each channel ends where the next begins. The table is JSON in UTF-8. */
  channels: { nodeFirst: Uint32Array, table: Uint8Array },
} as const

export type Sea = SectionGroups<typeof seaSchema>

/** Size value that marks a node as a point of a channel. */
export const CHANNEL_NODE_SIZE = 255
export const COST_UNITS_PER_NM = 64
export const LANDMARK_UNITS_PER_NM = 2
export const UNREACHED_LANDMARK_COST = 0xffff
export const NEAR_UNITS_PER_NM = 30
/** Maximum distance stored in `near`, in nautical miles. */
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
  return sea.nodes.size[node] === CHANNEL_NODE_SIZE
}
