import type { TypedArray } from '../format/typed-array.ts'

/** Layers of the base map other than roads, places and the sea, in drawing order. */
export const basemapLayers = [
  'land',
  'water',
  'waterways',
  'aeroways',
  'piers',
  'paths',
  'rails',
  'buildings',
  'borders',
  'coastline',
  'pois',
  'labels',
] as const
export type BasemapLayer = (typeof basemapLayers)[number]

export const FeatureFlag = { polygon: 1, bridge: 2, tunnel: 4, intermittent: 8, service: 16, point: 32 } as const

/** Number of units along each side of the world tile. One unit is 4 cm at the equator. */
export const BASEMAP_UNITS = 2 ** 30

/**
 * Features that are drawn but not used for routing, stored as columns. The paths of feature i are `pathFirst[i]` up to
 * `pathFirst[i + 1]` (exclusive). The points of path p are `pointFirst[p]` up to `pointFirst[p + 1]` (exclusive).
 */
export interface Basemap {
  readonly layer: Uint8Array
  /** Index of the class name in the string table. */
  readonly class: Uint32Array
  readonly flags: Uint8Array
  /** Lowest zoom level at which the feature is drawn. */
  readonly zoom: Uint8Array
  /** Height and minimum height of a building in decimeters, level of a border, or rank of a label or POI. */
  readonly value: Uint16Array
  readonly minValue: Uint16Array
  /**
   * Index of the name in the string table. The local name is followed by pairs of a language and a name, all separated
   * by NUL characters.
   */
  readonly name: Uint32Array
  /** West, north, east and south edges of the bounding box of each feature. */
  readonly box: Int32Array
  readonly pathFirst: Uint32Array
  readonly pointFirst: Uint32Array
  /** 1 for holes, 0 for outer rings and lines. Holes follow their outer ring. */
  readonly isHole: Uint8Array
  readonly x: Int32Array
  readonly y: Int32Array
  /** Lowest zoom level at which omitting the point would be visible. */
  readonly pointZoom: Uint8Array
  /** Cells of all bands (see basemap-index.ts). */
  readonly cell: Uint32Array
  readonly cellFirst: Uint32Array
  readonly cellFeature: Uint32Array
  readonly bandFirst: Uint32Array
  /**
   * Indices in the string table of the names of streets and settlements that have translations, in the format of `name`.
   * Undefined for datasets that were compiled before this column existed.
   */
  readonly translation?: Uint32Array
  readonly textFirst: Uint32Array
  readonly textBytes: Uint8Array
}

const SECTION_PREFIX = 'basemap.'

export function* toBasemapSections(basemap: Basemap): Generator<[string, TypedArray]> {
  for (const [column, values] of Object.entries(basemap) as [string, TypedArray][])
    yield [`${SECTION_PREFIX}${column}`, values]
}

/** Returns undefined for datasets that were compiled before base maps existed. */
export function fromBasemapSections(sections: ReadonlyMap<string, TypedArray>): Basemap | undefined {
  if (!sections.has(`${SECTION_PREFIX}layer`)) return undefined
  const columns = [...sections].filter(([name]) => name.startsWith(SECTION_PREFIX))
  return Object.fromEntries(
    columns.map(([name, values]) => [name.slice(SECTION_PREFIX.length), values]),
  ) as unknown as Basemap
}
