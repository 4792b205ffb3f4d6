import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import type { AirspaceHandle } from '../../maps/airspace/airspace-handle.ts'
import type { WorldHandle } from '../../maps/places/place-index.ts'
import type { MapHealth, RegionHandle } from '../../maps/regions/handles.ts'
import type { MapCustomization } from '../../maps/regions/region.ts'
import type { TaskRequest } from './task.ts'

/** Requests from the main thread to a compute thread. */
export type ComputeRequests = {
  run: (request: TaskRequest) => Promise<unknown>
  useRegions: (regions: readonly RegionHandle[]) => Promise<void>
  useWorld: (world: WorldHandle) => Promise<void>
  useSea: (sea: SeaHandle) => Promise<void>
  useSky: (sky: AirspaceHandle) => Promise<void>
}

/** Requests from a compute thread to the main thread. */
export type ComputeDataRequests = {
  [K in keyof MapCustomization]: MapCustomization[K]
} & {
  /** Returns the state of the maps, to explain a failed request if there is no map. */
  describeMapHealth: () => Promise<MapHealth>
}

/** Startup data of a compute thread. */
export interface ComputeData {
  readonly regions: readonly RegionHandle[]
  /** World gazetteer. Undefined if it is not loaded yet, and null if it is disabled. */
  readonly world: WorldHandle | undefined | null
  /** Sea network. Undefined if it is not loaded yet, and null if it is disabled. */
  readonly sea: SeaHandle | undefined | null
  readonly sky: AirspaceHandle
}
