/**
 * Everything the sea engine knows of the globe, as plain typed arrays: written to a file section by section, read back in
 * one piece, shared by threads. A section is called `sea.group.name`.
 */
export const seaSchema = {
  /** Corners of the coastline, millionths of a degree. An edge runs from a corner to the next one. */
  coast: { latitude: Int32Array, longitude: Int32Array },
  /** One per tile of a degree: the number of a coastal tile, LAND, or the square of open water. */
  tiles: { content: Int32Array },
  /** 1,024 per coastal tile: the number of a shore cell, LAND, or the square of open water. */
  cells: { content: Int32Array },
  /** Cells with coast in them. `water` has 16 rows of 16 bits per cell; `…First` have one element more. */
  shores: { cell: Uint32Array, edgeFirst: Uint32Array, edge: Uint32Array, nodeFirst: Uint32Array, water: Uint16Array },
  /** Pools of shore cells first (size 0), then squares of open water (size in cells), then points of channels (CHANNEL). */
  nodes: {
    latitude: Int32Array,
    longitude: Int32Array,
    size: Uint8Array,
    /** Which body of water: 1 the oceans, then by size; 0 is not worth routing. */
    body: Uint8Array,
    /** 1 where a link crosses a gate. */
    gated: Uint8Array,
    linkFirst: Uint32Array,
  },
  /** Costs in 64ths of a mile. */
  links: { head: Uint32Array, cost: Uint16Array },
  /** Distance to the coast near it: tiles of half a degree, 256 cells each, in units of NEAR_UNITS_PER_NM. */
  near: { tile: Int32Array, distance: Uint8Array },
  /** Never more than the distance to the coast, in miles, for every quarter of a degree. */
  far: { distance: Uint8Array },
  /** Costs from all landmarks to each node, node after node, in 2nds of a mile; UNREACHED where there is no way. */
  landmarks: { cost: Uint16Array },
  /** Nodes of the channels in the order of the table, from the first up to the next one's; the table is JSON in UTF-8. */
  channels: { nodeFirst: Uint32Array, table: Uint8Array },
} as const

type Group<S> = { readonly [Name in keyof S]: S[Name] extends { readonly prototype: infer T } ? T : never }

export type Sea = { readonly [Name in keyof typeof seaSchema]: Group<(typeof seaSchema)[Name]> }

/** In place of a size: the node is a point of a channel. */
export const CHANNEL = 255
export const COST_UNITS_PER_NM = 64
export const LANDMARK_UNITS_PER_NM = 2
export const UNREACHED = 0xffff
export const NEAR_UNITS_PER_NM = 30
/** Beyond, `near` says no more. */
export const NEAR_NM = 8

export function nodeCount(sea: Sea): number {
  return sea.nodes.size.length
}

export function isChannel(sea: Sea, node: number): boolean {
  return sea.nodes.size[node] === CHANNEL
}
