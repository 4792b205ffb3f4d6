import {
  buildMapEdge,
  buildRegionCoast,
  buildRoadTileIndex,
  fromBasemapSections,
  fromRoadSections,
  openRegionCoast,
  type RoadTileIndex,
  type TypedArray,
  WaterTiles,
} from '@fairway/dataset'
import type { RegionHandle } from '../../../maps/regions/handles.ts'
import { toSharedArray } from '../../../platform/generated-files/to-shared.ts'
import type { RoadIndexHandle, WaterHandle } from './tiles-handle.ts'

export interface IndexRoadsOptions extends Pick<RegionHandle, 'dataset' | 'sections'> {
  readonly water?: WaterHandle | undefined
}

export function indexRoads({ dataset, sections, water }: IndexRoadsOptions): RoadIndexHandle {
  const { network } = fromRoadSections(sections)
  const { overview, major, minor } = buildRoadTileIndex(network)
  const basemap = fromBasemapSections(sections)
  const coast = basemap && buildRegionCoast(basemap, water?.sections)
  const shores = coast ? openRegionCoast(coast) : water?.sections && new WaterTiles(water.sections)
  return {
    dataset,
    index: { overview: toSharedTable(overview), major: toSharedTable(major), minor: toSharedTable(minor) },
    coast: coast && {
      ...coast,
      sections: new Map([...coast.sections].map(([name, array]) => [name, toSharedArray(array)])),
    },
    edge: buildMapEdge(network.edges, (x, y) => shores?.isWater(x, y) ?? false),
    waterVersion: water?.version,
  }
}

/** Copies the arrays of a table into shared memory. */
function toSharedTable<T extends RoadTileIndex[keyof RoadTileIndex]>(table: T): T {
  const entries = Object.entries(table) as [string, TypedArray | number][]
  const sharedEntries = entries.map(([name, value]) => [name, typeof value === 'number' ? value : toSharedArray(value)])
  return Object.fromEntries(sharedEntries) as T
}
