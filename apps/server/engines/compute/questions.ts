import type { SkyHandle } from '../air/sky-handle.ts'
import type { RegionHandle } from '../handles.ts'
import type { MapMaker } from '../region.ts'
import type { SeaHandle } from '../sea/sea-desk.ts'
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
