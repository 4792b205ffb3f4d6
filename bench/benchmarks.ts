import type { BenchmarkList } from './bench.ts'
import { optimizeBenchmarks } from './optimize/benchmarks.ts'
import { roadBenchmarks } from './road/benchmarks.ts'
import { seaBenchmarks } from './sea/benchmarks.ts'
import { trackingBenchmarks } from './tracking/benchmarks.ts'
import { trustBenchmarks } from './trust/benchmarks.ts'

export const benchmarks: BenchmarkList = {
  ...optimizeBenchmarks,
  ...roadBenchmarks,
  ...seaBenchmarks,
  ...trackingBenchmarks,
  ...trustBenchmarks,
  air: {
    about: 'drone flights: compared with brute force, among 1,000 zones, corridor preference, a sky of all airports',
    load: async () => (await import('./air/air.ts')).air,
  },
  compat: {
    about: 'CPU of routes in the formats of OSRM, Valhalla and Google compared with native routes in Porto',
    load: async () => (await import('./http/compat.ts')).compat,
  },
  forwarding: {
    about: 'CPU per route answered by the node with the map, and forwarded by a node without it; needs Redis',
    load: async () => (await import('./http/forwarding.ts')).forwarding,
  },
  geocode: {
    about:
      'real addresses in eight forms and reverse, neighborhoods, kinds of places; nearby compared with a full scan',
    load: async () => (await import('./places/geocode.ts')).geocode,
  },
  matrix: {
    about:
      'matrices from 10² to 1,000² on Porto, in process: weights, and with durations and distances; cells compared with routes',
    load: async () => (await import('./matrix/matrix.ts')).matrix,
  },
  'matrix-http': {
    about:
      'CPU of POST /v1/matrix over HTTP from 10² to 1,000² compared with OSRM, and the first one after a traffic snapshot',
    load: async () => (await import('./matrix/matrix-http.ts')).matrixHttp,
  },
  overhead: {
    about:
      'CPU of an authenticated, rate-limited, metered request compared with plain fastify; exactness of the counts',
    load: async () => (await import('./http/overhead.ts')).overhead,
  },
  places: {
    about: 'finding places by text and by position: a million entries, with and without typos',
    load: async () => (await import('./places/places.ts')).places,
  },
  tiles: {
    about: 'map tiles: CPU to build the water, CPU per tile and size by zoom, CPU per request for a cached tile',
    load: async () => (await import('./http/map-tiles.ts')).mapTiles,
  },
  traffic: {
    about:
      'traffic on Porto: customization and updates compared with peers, snapshots, from a changed feed to a route, p99 meanwhile',
    load: async () => (await import('./traffic/traffic.ts')).traffic,
  },
  budgets: {
    about: 'all figures that have a budget, next to their targets (bench/budgets.json)',
    load: async () => (await import('./budgets/budgets.ts')).createBudgets(benchmarks),
  },
}
