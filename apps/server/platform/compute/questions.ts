import type { SkyHandle } from '../../features/air/runtime/sky-handle.ts'
import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import type { RegionHandle } from '../../maps/regions/handles.ts'
import type { MapMaker } from '../../maps/regions/region.ts'
import type { TaskRequest } from './task.ts'

/** What the main thread asks of a compute thread. */
export type ComputeQuestions = {
  run: (request: TaskRequest) => Promise<unknown>
  useRegions: (regions: readonly RegionHandle[]) => Promise<void>
  useSea: (sea: SeaHandle) => Promise<void>
  useSky: (sky: SkyHandle) => Promise<void>
}

/** What a compute thread asks of the main thread. */
export type ComputeNeeds = {
  [K in keyof MapMaker]: MapMaker[K]
}

/** What it is started with. */
export interface ComputeData {
  readonly regions: readonly RegionHandle[]
  /** The seas, when they are there already; null when nobody shall have them. */
  readonly sea: SeaHandle | undefined | null
  readonly sky: SkyHandle
}
