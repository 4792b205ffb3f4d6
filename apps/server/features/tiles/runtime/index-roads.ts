import { buildRoadTileIndex, fromRoadSections, type RoadTileIndex, type TypedArray } from '@fairway/dataset'
import type { RegionHandle } from '../../../maps/regions/handles.ts'
import { toSharedArray } from '../../../platform/generated-files/to-shared.ts'
import type { RoadIndexHandle } from './tiles-handle.ts'

export function indexRoads({ dataset, sections }: Pick<RegionHandle, 'dataset' | 'sections'>): RoadIndexHandle {
  const { overview, major, minor } = buildRoadTileIndex(fromRoadSections(sections).network)
  return {
    dataset,
    index: { overview: toSharedTable(overview), major: toSharedTable(major), minor: toSharedTable(minor) },
  }
}

/** Copies the arrays of a table into shared memory. */
function toSharedTable<T extends RoadTileIndex[keyof RoadTileIndex]>(table: T): T {
  const entries = Object.entries(table) as [string, TypedArray | number][]
  const sharedEntries = entries.map(([name, value]) => [name, typeof value === 'number' ? value : toSharedArray(value)])
  return Object.fromEntries(sharedEntries) as T
}
