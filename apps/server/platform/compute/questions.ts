import type { SkyHandle } from '../../features/air/runtime/sky-handle.ts'
import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import type { RegionHandle } from '../../maps/regions/handles.ts'
import type { MapMaker } from '../../maps/regions/region.ts'
import type { TaskRequest } from './task.ts'

/** Requests from the main thread to a compute thread. */
export type ComputeQuestions = {
  run: (request: TaskRequest) => Promise<unknown>
  useRegions: (regions: readonly RegionHandle[]) => Promise<void>
  useSea: (sea: SeaHandle) => Promise<void>
  useSky: (sky: SkyHandle) => Promise<void>
}

/** Requests from a compute thread to the main thread. */
export type ComputeNeeds = {
  [K in keyof MapMaker]: MapMaker[K]
}

/** The startup data of the thread. */
export interface ComputeData {
  readonly regions: readonly RegionHandle[]
  /** The sea network, if already loaded; null when it is disabled. */
  readonly sea: SeaHandle | undefined | null
  readonly sky: SkyHandle
}
