import { parentPort, workerData } from 'node:worker_threads'
import { AirspaceService } from '../../features/air/runtime/airspace-service.ts'
import { SeaService } from '../../features/sea/runtime/sea-service.ts'
import { PlaceDirectory } from '../../maps/places/place-directory.ts'
import type { MapCustomization } from '../../maps/regions/region.ts'
import { RegionDirectory } from '../../maps/regions/region-directory.ts'
import { openChannel } from '../channel.ts'
import { IdleCollector } from '../collect-garbage.ts'
import { collectStages, type Stage } from '../telemetry/stages.ts'
import { CancelFlag } from './cancel-flag.ts'
import type { ComputeData, ComputeDataRequests, ComputeRequests } from './questions.ts'
import type { Tasks, TracedResult } from './task.ts'

/** Turns the current thread into a pool thread that serves the given tasks. */
export function serveTasks(tasks: Tasks): void {
  const port = parentPort
  if (!port) throw new Error('tasks can only be served from a thread of the pool')
  // A task may load hundreds of megabytes of data, such as the sea map, which leaves as much garbage as data.
  const idleCollector = new IdleCollector()
  const channel = openChannel<ComputeRequests, ComputeDataRequests>(port, {
    async run({ name, input, cancel, isTraced }) {
      const task = tasks[name]
      if (!task) throw new Error(`there is no task ${name}`)
      await regionsReady
      const flag = new CancelFlag(cancel)
      const run = () => task(input, { regions, places, sea, sky, isCancelled: () => flag.isCancelled })
      idleCollector.startTask()
      try {
        if (!isTraced) return await run()
        const stages: Stage[] = []
        const value = await collectStages(stages, run)
        return { value, stages } satisfies TracedResult
      } finally {
        idleCollector.endTask()
      }
    },
    useRegions: (handles) => {
      const update = regions.update(handles, Date.now())
      // With older maps, tasks use them until the update ends.
      if (regions.list().length === 0) regionsReady = update
      return update
    },
    useWorld: async (handle) => places.setWorld(handle),
    useSea: async (handle) => sea.use(handle),
    useSky: async (handle) => sky.use(handle),
  })
  const startData = workerData as ComputeData
  const sea = new SeaService(startData.sea !== null, startData.sea ?? undefined)
  const sky = new AirspaceService(startData.sky)
  const customization: MapCustomization = {
    customize: (request) => channel.request('customize', request),
    getMatchingData: (matchingSpec) => channel.request('getMatchingData', matchingSpec),
    computePathAttributes: (attributeSpec) => channel.request('computePathAttributes', attributeSpec),
    computeLivePathAttributes: (attributeSpec) => channel.request('computeLivePathAttributes', attributeSpec),
    announceMatrices: (request) => channel.request('announceMatrices', request),
  }
  const regions = new RegionDirectory(customization, () => channel.request('describeMapHealth'))
  const places = new PlaceDirectory(regions, startData.world !== null)
  if (startData.world) places.setWorld(startData.world)
  /** Ends when this thread has its first maps. Without maps, tasks would fail although the service is ready. */
  let regionsReady = regions.update(startData.regions, Date.now())
}
