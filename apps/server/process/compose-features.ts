import { fileURLToPath } from 'node:url'
import { accountsFeature } from '../features/accounts/feature.ts'
import { droneOperation } from '../features/air/operation.ts'
import { explainRoadOnlyOptions } from '../features/air/request.ts'
import { compatFeature } from '../features/compat/feature.ts'
import { consoleFeature } from '../features/console/feature.ts'
import { readConsoleFiles } from '../features/console/pages.ts'
import { addDocsRoutes } from '../features/docs/routes.ts'
import { placesFeature } from '../features/places/feature.ts'
import { roadFeature } from '../features/road/feature.ts'
import { createRouteCacheBuffers, RouteCache } from '../features/road/route/memory/route-memory.ts'
import { maritimeOperation } from '../features/sea/operation.ts'
import { type TilesFeature, tilesFeature } from '../features/tiles/feature.ts'
import { createKeepSolution, trackingFeature } from '../features/tracking/feature.ts'
import type { Feature } from '../operations/feature.ts'
import { createStreamCounts, StreamLimiter } from '../platform/metering/open-streams.ts'
import type { ServiceCore } from './compose-core.ts'
import type { ServiceData } from './compose-data.ts'
import type { ServiceThreadOptions } from './compose-options.ts'
import { createStatusFeature } from './compose-status.ts'

const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** Creates all features of the service, in the order of the OpenAPI document. */
export function createFeatures(
  options: ServiceThreadOptions,
  frame: ServiceCore,
  data: ServiceData,
  remoteTiles: Parameters<typeof tilesFeature>[0]['remote'],
): { readonly features: readonly Feature[]; readonly tiles: TilesFeature } {
  const { http } = frame
  const { regions, places, compute, domains, models } = data
  const { config, clock } = options
  const routeCache = options.routeCache ?? new RouteCache(createRouteCacheBuffers(1), 0)
  const featureOptions = { config, clock, regions, places, domains: () => domains.list() }
  const computeMatrix: Parameters<typeof roadFeature>[0]['computeMatrix'] = (job, task) =>
    compute.run('matrix', job, task)
  const tiles = tilesFeature({
    ...featureOptions,
    limiter: frame.limiter,
    handle: options.tiles,
    loadData: options.mainThread.loadTiles,
    remote: remoteTiles,
  })
  const features: Feature[] = [
    createAccountsFeature(options, frame),
    createStatusFeature(options, frame, data, remoteTiles?.cluster),
    roadFeature({
      ...featureOptions,
      routeCache,
      computeMatrix,
      runMatch: (job, task) => compute.run('match', job, task),
      computeIsochrone: (job, task) => compute.run('isochrone', job, task),
      namedModels: (requested) => models.listFor(requested),
      solve: (task, options) => compute.run('optimize', task, options),
      keepSolution: createKeepSolution(options.database),
    }),
    { operations: [droneOperation((job, task) => compute.run('flight', job, task))] },
    { operations: [maritimeOperation((job, task) => compute.run('voyage', job, task))] },
    placesFeature({
      ...featureOptions,
      compute: computeMatrix,
      radiusMeters: config.snapRadiusMeters,
      lookUpHeights: (job, task) => compute.run('elevation', job, task),
      runBatch: (job, task) => compute.run('geocodeBatch', job, task),
      upstream: options.mainThread.geocoder,
    }),
    trackingFeature({
      database: options.database,
      metrics: http.metrics,
      call: http.callOperation,
      publicUrl: config.publicUrl,
      routeBodySchemas: { findBodySchema: http.findBodySchema, compileCheck: http.check },
      findKeyStanding: (key) => frame.keys.find(key),
      openStreams: options.streamLimiter ?? new StreamLimiter(createStreamCounts(1), 0),
      maxStreams: config.streamsPerAccount,
      bytesInFlight: http.bytesInFlight,
      liveRateScope: config.liveRateScope,
      limiter: frame.limiter,
      fanOut: frame.fanOut,
      clock,
      addRouteAlias: (id, name) => routeCache.storeAlias(id, name),
      findAircraftError: explainRoadOnlyOptions,
      getRoadsVersion: () => regions.version,
      allowPrivateTargets: config.webhookPrivateTargets,
    }),
    compatFeature({
      vendor: config.compatVendor,
      call: http.callOperation,
      isCovered: ([latitude, longitude]) => regions.listKnown().some((region) => region.covers(latitude, longitude, 0)),
    }),
    tiles,
    { routes: (app) => addDocsRoutes(app, () => JSON.parse(http.describeApi())) },
    consoleFeature({ config, files: options.consoleFiles ?? readConsoleFiles(CONSOLE_FOLDER) }),
  ]
  return { features, tiles }
}

function createAccountsFeature(
  { config, clock, database, limitMemory, mainThread, logger }: ServiceThreadOptions,
  frame: ServiceCore,
): Feature {
  const { accounts: store, usage, limiter, mailer } = frame
  const flushUsage = () => mainThread.flushUsage()
  return accountsFeature({
    config,
    clock,
    database,
    limitMemory,
    logger,
    store,
    usage,
    limiter,
    mailer,
    flushUsage,
  })
}
