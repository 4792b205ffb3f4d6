import { toRoadSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { buildRoadMap, randomNetwork } from '@fairway/road/testing'
import type { RegionHandle } from '../../regions/handles.ts'

/** Creates a random town as passed to the customization worker. The town is near Porto and uses its time zone. */
export function makeRandomTown(seed: number, dataset = `20261115T120000Z-${seed}`, size = 8): RegionHandle {
  const network = randomNetwork(seededRandom(seed), { columns: size, rows: size })
  return {
    region: `town-${seed}`,
    dataset,
    attribution: '',
    boundingBox: { south: 41, west: -8, north: 41 + size * 0.0012, east: -8 + size * 0.0012 },
    sections: new Map(toRoadSections(buildRoadMap(network))),
  }
}
