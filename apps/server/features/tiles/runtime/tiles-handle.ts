import type { RoadTileIndex, TypedArray } from '@fairway/dataset'
import type { SkyHandle } from '../../air/runtime/sky-handle.ts'

/** The water of the world in tiles, as threads hand it to each other: arrays in shared memory. */
export interface WaterHandle {
  readonly version: string
  readonly attribution: string
  /** Undefined when it could not be made, and will not come before the next start. */
  readonly sections: ReadonlyMap<string, TypedArray> | undefined
}

/** What drawing the roads of a dataset needs. */
export interface RoadIndexHandle {
  readonly dataset: string
  readonly index: RoadTileIndex
}

/** Everything that tiles are drawn from beside maps, places and domains, which every thread has anyway. Replaced whole. */
export interface TilesHandle {
  /** Undefined until it is there. */
  readonly water?: WaterHandle | undefined
  readonly roads: readonly RoadIndexHandle[]
  readonly sky?: SkyHandle | undefined
}

export const noTiles: TilesHandle = { roads: [] }
