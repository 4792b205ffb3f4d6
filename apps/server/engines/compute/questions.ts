import type { RegionHandle } from '../handles.ts'
import type { MapMaker } from '../region.ts'
import type { TaskRequest } from './task.ts'

/** What the main thread asks of a compute thread. */
export type ComputeQuestions = {
  run: (request: TaskRequest) => Promise<unknown>
  useRegions: (regions: readonly RegionHandle[]) => Promise<void>
}

/** What a compute thread asks of the main thread. */
export type ComputeNeeds = {
  [K in keyof MapMaker]: MapMaker[K]
}

/** What it is started with. */
export interface ComputeData {
  readonly regions: readonly RegionHandle[]
}
