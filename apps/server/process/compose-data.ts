import { SkyDesk } from '../features/air/runtime/airspace-service.ts'
import { PlaceDirectory } from '../features/places/runtime/place-directory.ts'
import { OddBook } from '../features/road/av/domains/odd-registry.ts'
import { SeaDesk } from '../features/sea/runtime/sea-service.ts'
import { RegionDirectory } from '../maps/regions/region-directory.ts'
import { computeHere } from '../platform/compute/here.ts'
import type { Compute } from '../platform/compute/task.ts'
import type { ThreadOptions } from './compose-options.ts'
import { type ServiceTasks, serviceTasks } from './compose-tasks.ts'

/** The data that the features share: maps, places, domains, and the threads that compute on them. */
export interface ServiceData {
  readonly regions: RegionDirectory
  readonly places: PlaceDirectory
  readonly domains: OddBook
  readonly compute: Compute<ServiceTasks>
}

export async function openData({ config, clock, link, logger, ...given }: ThreadOptions): Promise<ServiceData> {
  const regions = new RegionDirectory(link.maps)
  await regions.adopt(given.regions ?? [], clock.now())
  const places = new PlaceDirectory(regions, config.gazetteer)
  if (given.world) places.useWorld(given.world)
  const { dataDir, sampleOdd, defaultZones, sampleCorridors } = config
  const domains = new OddBook({ dataDir, sample: sampleOdd, log: logger })
  await domains.open()
  const sky = new SkyDesk({ dataDir, defaultZones, sampleCorridors, ...given.sky })
  const sea = new SeaDesk(config.seas, given.seas)
  return { regions, places, domains, compute: link.compute ?? computeHere(serviceTasks, { regions, sea, sky }) }
}
