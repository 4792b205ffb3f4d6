import { fileURLToPath } from 'node:url'
import { accountsFeature } from '../features/accounts/feature.ts'
import { droneOperation } from '../features/air/operation.ts'
import { whyNeverFlown } from '../features/air/request.ts'
import { directionsOperation } from '../features/compat/operation.ts'
import { consoleRoutes } from '../features/console/routes.ts'
import { docsRoutes } from '../features/docs/routes.ts'
import { placesFeature } from '../features/places/feature.ts'
import { roadFeature } from '../features/road/feature.ts'
import { createRouteMemory, RouteMemory } from '../features/road/route/memory/route-memory.ts'
import { maritimeOperation } from '../features/sea/operation.ts'
import { statusFeature } from '../features/status/feature.ts'
import { type TilesFeature, tilesFeature } from '../features/tiles/feature.ts'
import { trackingFeature } from '../features/tracking/feature.ts'
import type { Feature } from '../operations/feature.ts'
import { createStreamCounts, OpenStreams } from '../platform/metering/open-streams.ts'
import type { ServiceData } from './compose-data.ts'
import type { Frame } from './compose-frame.ts'
import type { ThreadOptions } from './compose-options.ts'

const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** All features of the service, in the order of the OpenAPI document. */
export function createFeatures(
  options: ThreadOptions,
  frame: Frame,
  data: ServiceData,
): { readonly features: readonly Feature[]; readonly tiles: TilesFeature } {
  const { http } = frame
  const { regions, places, compute, domains } = data
  const { config, clock } = options
  const memory = options.routes ?? new RouteMemory(createRouteMemory(1), 0)
  const shared = { config, clock, regions, places, domains: () => domains.list() }
  const computeMatrix: Parameters<typeof roadFeature>[0]['computeMatrix'] = (job, task) =>
    compute.run('matrix', job, task)
  const tiles = tilesFeature({ ...shared, limiter: frame.limiter, handle: options.tiles })
  const features: Feature[] = [
    accounts(options, frame),
    status(options, frame),
    roadFeature({ ...shared, memory, computeMatrix, solve: (job, task) => compute.run('optimize', job, task) }),
    { operations: [droneOperation((job, task) => compute.run('flight', job, task))] },
    { operations: [maritimeOperation((job, task) => compute.run('voyage', job, task))] },
    placesFeature({
      ...shared,
      compute: computeMatrix,
      radiusMeters: config.snapRadiusMeters,
      upstream: options.link.geocoder,
    }),
    trackingFeature({
      database: options.database,
      metrics: http.metrics,
      call: http.call,
      routeBodies: http,
      standingOf: (key) => frame.keys.find(key),
      openStreams: options.streams ?? new OpenStreams(createStreamCounts(1), 0),
      mostStreams: config.streamsPerAccount,
      limiter: frame.limiter,
      fanOut: frame.fanOut,
      clock,
      nameRoute: (id, name) => memory.keepAs(id, name),
      whyNeverFlown,
      roadsMark: () => regions.mark,
    }),
    { operations: [directionsOperation({ vendor: config.compatVendor, call: http.call })] },
    tiles,
    { routes: (app) => docsRoutes(app, () => JSON.parse(http.describe())) },
    { routes: (app) => consoleRoutes(app, CONSOLE) },
  ]
  return { features, tiles }
}

function accounts({ config, clock, database, memory, link, logger }: ThreadOptions, frame: Frame): Feature {
  const { accounts: store, usage, limiter, mailer } = frame
  const flushUsage = () => link.flushUsage()
  return accountsFeature({ config, clock, database, memory, logger, store, usage, limiter, mailer, flushUsage })
}

function status({ config, database, link, clockHealth }: ThreadOptions, frame: Frame): Feature {
  const { limiter, fanOut } = frame
  return statusFeature({
    checks: { database: () => database.ping(), ...(config.redisUrl ? { redis: () => limiter.ping() } : {}) },
    notes: {
      traffic: () => link.trafficHealth(),
      clock: async () => clockHealth?.() ?? 'ok',
      ...(config.redisUrl && { streams: async () => (fanOut.isWhole ? 'ok' : 'polling the database (slower)') }),
    },
    isDraining: () => frame.isDraining,
    metrics: () => link.metrics(),
  })
}
