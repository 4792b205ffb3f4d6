import type { MapEdge, RegionCoast, RoadTileIndex, TypedArray } from '@fairway/dataset'
import type { AirspaceHandle } from '../../../maps/airspace/airspace-handle.ts'

/** Worldwide water tiles, passed between threads as arrays in shared memory. */
export interface WaterHandle {
  readonly version: string
  readonly attribution: string
  /**
   * Sections of the file. Undefined if the water tiles could not be built, which is not retried before the next start.
   */
  readonly sections: ReadonlyMap<string, TypedArray> | undefined
}

/** Data for drawing the roads and the coast of a dataset. */
export interface RoadIndexHandle {
  readonly dataset: string
  readonly index: RoadTileIndex
  /** Coast of the map. Undefined for a map without a coast. */
  readonly coast?: RegionCoast | undefined
  /** Edge at which the map ends on land. */
  readonly edge: MapEdge
  /** Version of the worldwide water that the coast is joined with. Undefined if the water was not loaded. */
  readonly waterVersion?: string | undefined
}

/**
 * All tile data except maps, places and domains, which every thread already has. The object is always replaced as a
 * whole.
 */
export interface TilesHandle {
  /** Worldwide water. Undefined until loaded. */
  readonly water?: WaterHandle | undefined
  readonly roads: readonly RoadIndexHandle[]
  readonly sky?: AirspaceHandle | undefined
}

export const noTiles: TilesHandle = { roads: [] }
