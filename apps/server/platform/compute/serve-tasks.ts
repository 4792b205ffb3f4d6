import { parentPort, workerData } from 'node:worker_threads'
import { SkyDesk } from '../../features/air/runtime/airspace-service.ts'
import { SeaDesk } from '../../features/sea/runtime/sea-service.ts'
import { RegionDirectory } from '../../maps/regions/region-directory.ts'
import { openChannel } from '../channel.ts'
import { CancelFlag } from './cancel-flag.ts'
import type { ComputeData, ComputeNeeds, ComputeQuestions } from './questions.ts'
import type { Tasks } from './task.ts'

/** Makes this thread a pool thread that serves these tasks. */
export function serveTasks(tasks: Tasks): void {
  const port = parentPort
  if (!port) throw new Error('tasks can only be served from a thread of the pool')
  const channel = openChannel<ComputeQuestions, ComputeNeeds>(port, {
    async run({ name, input, cancel }) {
      const task = tasks[name]
      if (!task) throw new Error(`there is no task ${name}`)
      await ready
      const flag = new CancelFlag(cancel)
      return await task(input as never, { regions, sea, sky, isCancelled: () => flag.isCancelled })
    },
    useRegions: (handles) => regions.adopt(handles, Date.now()),
    useSea: async (handle) => sea.use(handle),
    useSky: async (handle) => sky.use(handle),
  })
  const given = workerData as ComputeData
  const sea = new SeaDesk(given.sea !== null, given.sea ?? undefined)
  const sky = new SkyDesk(given.sky)
  const regions = new RegionDirectory({
    weigh: (what) => channel.ask('weigh', what),
    matching: (what) => channel.ask('matching', what),
    measure: (what) => channel.ask('measure', what),
    measureLive: (what) => channel.ask('measureLive', what),
    expectMatrices: (what) => channel.ask('expectMatrices', what),
  })
  const ready = regions.adopt(given.regions, Date.now())
}
