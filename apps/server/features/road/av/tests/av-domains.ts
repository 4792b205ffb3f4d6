import { seededRandom } from '@fairway/geo'
import type { OddJson } from './av-checker.ts'

/** Domain document with an area from which trips are drawn. */
export interface RandomOdd extends OddJson {
  readonly id: string
  readonly [field: string]: unknown
}

const CENTRE = [-34.893, -56.165] as const

/** Generates random domains in Montevideo with various sizes, shapes and rules. Equal seeds give equal domains. */
export function randomDomains(seed: number, count: number): RandomOdd[] {
  const random = seededRandom(seed)
  const some = (options: readonly string[], share: number) => options.filter(() => random() < share)
  return Array.from({ length: count }, (_, index) => {
    const size = 0.012 + 0.03 * random()
    const [latitude, longitude] = [CENTRE[0] + 0.02 * (random() - 0.5), CENTRE[1] + 0.04 * (random() - 0.5)]
    const hole = random() < 0.4 ? [createRing(random, latitude, longitude, size * 0.2)] : []
    return {
      id: `random-${index}`,
      version: '1',
      operator: 'Random Cabs',
      areas: { type: 'Polygon', coordinates: [createRing(random, latitude, longitude, size), ...hole] },
      permits: [{ authority: 'City', from: '2020-01-01T00:00:00Z' }],
      roads: {
        classes: [
          'residential',
          ...some(['primary', 'secondary', 'tertiary', 'unclassified', 'service', 'trunk'], 0.75),
        ],
        ...(random() < 0.5 ? { max_speed_limit_kmh: [40, 45, 50, 60][Math.floor(4 * random())] ?? 60 } : {}),
        exclude: some(['tunnels', 'bridges', 'unpaved', 'roundabouts', 'unprotected_turns'], 0.4),
      },
      conditions: { weather: ['dry'], light: ['daylight', 'twilight', 'night'] },
    }
  })
}

/**
 * Creates a star-shaped ring, which never intersects itself. Points are [longitude, latitude], and the last point
 * equals the first.
 */
function createRing(random: () => number, latitude: number, longitude: number, size: number): [number, number][] {
  const corners = 5 + Math.floor(10 * random())
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const radius = size * (0.55 + 0.45 * random())
    const angle = (2 * Math.PI * i) / corners
    return [longitude + 1.2 * radius * Math.cos(angle), latitude + radius * Math.sin(angle)]
  })
  return [...ring, ring[0] ?? [0, 0]]
}

/** Returns a random position in the bounding box of a domain, possibly outside the domain. */
export function randomPosition(random: () => number, { areas }: OddJson): [number, number] {
  const ring = areas.coordinates[0] ?? []
  const [west, east] = [Math.min(...ring.map(([x]) => x)), Math.max(...ring.map(([x]) => x))]
  const [south, north] = [Math.min(...ring.map(([, y]) => y)), Math.max(...ring.map(([, y]) => y))]
  const share = () => 0.1 + 0.8 * random()
  return [south + share() * (north - south), west + share() * (east - west)]
}
