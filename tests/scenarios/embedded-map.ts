import { fromRoadSections } from '@fairway/dataset'
import { defaultProfile, type RoadMap, type RoadMetric, type Stop } from '@fairway/road'
import { openMaps } from '../support/maps/maps.ts'

export interface EmbeddedMap {
  readonly map: RoadMap
  readonly metric: RoadMetric
  /** Returns a position near a junction of the town. */
  readonly place: (random: () => number) => Stop
}

/**
 * Opens the bundled map of Montevideo in the same form as a server thread, customized for a car without active
 * conditions.
 */
export async function openEmbedded(): Promise<EmbeddedMap> {
  const { regions, customize } = await openMaps()
  const [region] = regions
  if (!region) throw new Error('tests/global-setup.ts did not compile a map')
  const map = fromRoadSections(region.sections)
  const spec = { profile: defaultProfile, activeConditions: [], avoidAreas: [] }
  const metric = await customize({ dataset: region.dataset, spec })
  const { count, latitude, longitude } = map.network.nodes
  const place = (random: () => number): Stop => {
    const node = Math.floor(random() * count)
    const near = (microdegrees = 0) => microdegrees / 1e6 + (random() - 0.5) * 0.002
    return { latitude: near(latitude[node]), longitude: near(longitude[node]), heading: -1 }
  }
  return { map, metric, place }
}
