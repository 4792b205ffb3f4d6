import { AirspaceService } from '../features/air/runtime/airspace-service.ts'
import { OddRegistry } from '../features/road/av/domains/odd-registry.ts'
import { ModelRegistry } from '../features/road/models/model-registry.ts'
import { SeaService } from '../features/sea/runtime/sea-service.ts'
import { PlaceDirectory } from '../maps/places/place-directory.ts'
import { RegionDirectory } from '../maps/regions/region-directory.ts'
import { createInlineCompute } from '../platform/compute/here.ts'
import type { ComputeTasks } from '../platform/compute/task.ts'
import { traceCompute } from '../platform/compute/trace-compute.ts'
import type { ServiceThreadOptions } from './compose-options.ts'
import { type ServiceTasks, serviceTasks } from './compose-tasks.ts'

/** Data that the features share: maps, places, domains, models, and the threads that compute on them. */
export interface ServiceData {
  readonly regions: RegionDirectory
  readonly places: PlaceDirectory
  readonly domains: OddRegistry
  readonly models: ModelRegistry
  readonly compute: ComputeTasks<ServiceTasks>
}

export async function openServiceData({
  config,
  clock,
  mainThread,
  logger,
  ...given
}: ServiceThreadOptions): Promise<ServiceData> {
  const regions = new RegionDirectory(mainThread.maps, () => mainThread.describeMapHealth())
  await regions.update(given.regions ?? [], clock.now())
  const placeDirectory = new PlaceDirectory(regions, config.gazetteer)
  if (given.world) placeDirectory.setWorld(given.world)
  const { dataDir, samples, defaultZones } = config
  const oddRegistry = new OddRegistry({ dataDir, sample: samples, log: logger })
  await oddRegistry.open()
  const modelRegistry = new ModelRegistry({ dataDir, log: logger })
  await modelRegistry.open()
  const airspaceService = new AirspaceService({ dataDir, defaultZones, sampleCorridors: samples, ...given.sky })
  const seaService = new SeaService(config.seas, given.seas)
  return {
    regions,
    places: placeDirectory,
    domains: oddRegistry,
    models: modelRegistry,
    compute: mainThread.compute
      ? traceCompute(mainThread.compute)
      : createInlineCompute(serviceTasks, {
          regions,
          places: placeDirectory,
          sea: seaService,
          sky: airspaceService,
        }),
  }
}
