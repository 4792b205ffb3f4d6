import { DatasetStore, fromRoadSections, ROADS_FILE, readSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import type { RoadMap, RoadMetric } from '../../map.ts'
import { findActiveClosures } from '../../profiles/closures.ts'
import { type Plan, Planner } from '../../route/planner.ts'
import type { Stop } from '../../route/stop-snaps.ts'
import { buildMetric, buildRoadMap } from '../../testing/map-of.ts'
import { randomNetwork } from '../../testing/random-network.ts'

/** A map for drawing random routes, with a random number generator. */
export interface Town {
  readonly name: string
  readonly map: RoadMap
  readonly metric: RoadMetric
  readonly planner: Planner
  readonly random: () => number
  readonly randomStop: () => Stop
}

/** Southwest corners of an ordinary town and of a town on the antimeridian. */
const corners = [
  { south: 41, west: -8 },
  { south: -16.5, west: 179.996 },
] as const

export function randomTown(seed: number): Town {
  const random = seededRandom(seed)
  const size = { columns: 5 + Math.floor(random() * 7), rows: 5 + Math.floor(random() * 7) }
  const map = buildRoadMap(randomNetwork(random, { ...corners[seed % 3 === 0 ? 1 : 0], ...size }))
  return townOf(`seed ${seed}`, map, buildMetric(map), random)
}

/** Loads the bundled map of Montevideo, which the test setup compiles. */
export async function montevideo(seed: number): Promise<Town> {
  const compiled = await new DatasetStore(process.env.TEST_MAPS_DIR ?? '').findCurrent('montevideo')
  if (!compiled) throw new Error('tests/global-setup.ts did not compile a map')
  const map = fromRoadSections(await readSections(`${compiled.folder}/${ROADS_FILE}`, { shared: true }))
  const metric = buildMetric(
    map,
    findActiveClosures(map.network, () => false),
  )
  return townOf(`Montevideo, seed ${seed}`, map, metric, seededRandom(seed))
}

function townOf(name: string, map: RoadMap, metric: RoadMetric, random: () => number): Town {
  const { count, latitude, longitude } = map.network.nodes
  const randomStop = (): Stop => {
    const node = Math.floor(random() * count)
    // Some stops are exactly at a junction.
    const spread = random() < 0.2 ? 0 : 0.002
    const near = (microdegrees: number) => microdegrees / 1e6 + (random() - 0.5) * spread
    const east = near(longitude[node])
    return { latitude: near(latitude[node]), longitude: east - 360 * Math.round(east / 360), heading: -1 }
  }
  return { name, map, metric, planner: new Planner(map), random, randomStop }
}

/**
 * Returns a route with the given number of intermediate stops, if one exists. Sometimes all stops are on one street.
 */
export function randomPlan({ planner, metric, random, randomStop }: Town, stopCount: number): Plan | undefined {
  const first = randomStop()
  const isLocal = random() < 0.15
  const nearby = () => ({ ...first, latitude: first.latitude + (random() - 0.5) * 0.0006 })
  const others = Array.from({ length: stopCount + 1 }, () => (isLocal ? nearby() : randomStop()))
  const plan = planner.plan({ metric, stops: [first, ...others], radiusMeters: 1000, alternatives: 0 })
  return plan.kind === 'plan' ? plan : undefined
}
