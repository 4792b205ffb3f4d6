import type { TypedArray } from '@fairway/dataset/format/typed-array.ts'
import { mapOf } from '@fairway/dataset/roads/sections.ts'
import { buildRoadTileIndex, type RoadTileIndex } from '@fairway/dataset/tiles/road-tiles.ts'
import type { RegionHandle } from '../handles.ts'
import { toShared } from '../made-once/to-shared.ts'
import type { RoadIndexHandle } from './tiles-handle.ts'

export function indexRoads({ dataset, sections }: Pick<RegionHandle, 'dataset' | 'sections'>): RoadIndexHandle {
  const { overview, major, minor } = buildRoadTileIndex(mapOf(sections).network)
  return { dataset, index: { overview: share(overview), major: share(major), minor: share(minor) } }
}

/** Copies the arrays of a table into shared memory. */
function share<T extends RoadTileIndex[keyof RoadTileIndex]>(table: T): T {
  const entries = Object.entries(table) as [string, TypedArray | number][]
  const shared = entries.map(([name, value]) => [name, typeof value === 'number' ? value : toShared(value)])
  return Object.fromEntries(shared) as T
}
