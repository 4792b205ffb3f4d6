import type { MapEdge, RegionCoast, RoadTileIndex, TypedArray } from '@fairway/dataset'
import type { AirspaceHandle } from '../../../maps/airspace/airspace-handle.ts'

/** The worldwide water tiles as passed between threads: arrays in shared memory. */
export interface WaterHandle {
  readonly version: string
  readonly attribution: string
  /** Undefined when the water tiles could not be built. Building is not retried before the next start. */
  readonly sections: ReadonlyMap<string, TypedArray> | undefined
}

/** The data for drawing the roads and the coast of a dataset. */
export interface RoadIndexHandle {
  readonly dataset: string
  readonly index: RoadTileIndex
  /** Undefined for a map without a coast. */
  readonly coast?: RegionCoast | undefined
  /** Where the map ends on land. */
  readonly edge: MapEdge
  /** The version of the worldwide water that its coast is joined with; undefined if there was none yet. */
  readonly waterVersion?: string | undefined
}

/** All tile data except maps, places and domains, which every thread has anyway. Always replaced as a whole. */
export interface TilesHandle {
  /** Undefined until it is loaded. */
  readonly water?: WaterHandle | undefined
  readonly roads: readonly RoadIndexHandle[]
  readonly sky?: AirspaceHandle | undefined
}

export const noTiles: TilesHandle = { roads: [] }
