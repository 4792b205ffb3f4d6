import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { areaRoutes } from '../features/accounts/area/routes.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { AccountService } from '../features/accounts/service.ts'
import { SignIn } from '../features/accounts/sign-in/sign-in.ts'
import { SignInStore } from '../features/accounts/sign-in/store.ts'
import { AccountStore } from '../features/accounts/store.ts'
import { whyNeverFlown } from '../features/air/request.ts'
import { droneRoutes } from '../features/air/routes.ts'
import { SkyDesk } from '../features/air/runtime/airspace-service.ts'
import type { SkyHandle } from '../features/air/runtime/sky-handle.ts'
import { compatRoutes } from '../features/compat/routes.ts'
import { consoleRoutes } from '../features/console/routes.ts'
import { docsRoutes } from '../features/docs/routes.ts'
import { geocodingRoutes } from '../features/places/geocode/api/routes.ts'
import { Geocoder } from '../features/places/geocode/geocoder.ts'
import { placesRoutes } from '../features/places/nearby/routes.ts'
import { PlaceDirectory } from '../features/places/runtime/place-directory.ts'
import type { WorldHandle } from '../features/places/runtime/place-index.ts'
import type { UpstreamGeocoder } from '../features/places/upstream/geocoder.ts'
import { OddBook } from '../features/road/av/domains/odd-registry.ts'
import { avRoutes } from '../features/road/av/routes.ts'
import { matrixRoutes } from '../features/road/matrix/routes.ts'
import { optimizationRoutes } from '../features/road/optimize/routes.ts'
import { reroutingRoutes } from '../features/road/reroute/routes.ts'
import { ReroutingService } from '../features/road/reroute/service.ts'
import { createRouteMemory, RouteMemory } from '../features/road/route/memory/route-memory.ts'
import { routingRoutes } from '../features/road/route/routes.ts'
import { RoutingService } from '../features/road/route/service.ts'
import { createUpstream } from '../features/road/upstream/create-upstream.ts'
import { maritimeRoutes } from '../features/sea/routes.ts'
import { SeaDesk, type SeaHandle } from '../features/sea/runtime/sea-service.ts'
import { statusRoutes } from '../features/status/routes.ts'
import type { TileDesk } from '../features/tiles/runtime/tile-service.ts'
import type { TilesHandle } from '../features/tiles/runtime/tiles-handle.ts'
import { trackingRoutes } from '../features/tracking/tracking.ts'
import type { RegionHandle } from '../maps/regions/handles.ts'
import type { MapMaker } from '../maps/regions/region.ts'
import { RegionDirectory } from '../maps/regions/region-directory.ts'
import type { Clock } from '../platform/clock.ts'
import { computeHere } from '../platform/compute/here.ts'
import type { Compute } from '../platform/compute/task.ts'
import type { Config } from '../platform/config/config.ts'
import type { Caller } from '../platform/http/guard/caller.ts'
import { LoadGauge } from '../platform/http/guard/load.ts'
import { type App, createHttpServer, type HttpServer } from '../platform/http/server.ts'
import { announcer, type LimitMemory } from '../platform/metering/limit-memory.ts'
import { createStreamCounts, OpenStreams } from '../platform/metering/open-streams.ts'
import { UsageStore } from '../platform/metering/store.ts'
import { Tally } from '../platform/metering/tally.ts'
import { sendCodes } from '../platform/notifications/mail/sign-in-mail.ts'
import type { Database } from '../platform/storage/database.ts'
import { RedisAway } from '../platform/storage/redis-gate.ts'
import { isUnavailable } from '../platform/storage/unavailable.ts'
import { version } from '../platform/version.ts'
import { keyDirectory, mailerOf, openFanOut, openLimiter } from './compose-frame.ts'
import { type ServiceTasks, serviceTasks } from './compose-tasks.ts'
import { composeTiles } from './compose-tiles.ts'

/** The calls of one HTTP thread to the rest of the server. */
export interface ServerLink {
  /** Writes the usage counts of all threads to the database. */
  flushUsage(): Promise<void>
  /** The metrics of all threads in Prometheus format. */
  metrics(): Promise<string>
  /** Problems with the traffic feeds, or ok. */
  trafficHealth(): Promise<string>
  /** Builds the metrics that unusual requests need. */
  readonly maps: MapMaker
  /** Geocoder for addresses without a local match. Undefined when none is configured. */
  readonly geocoder?: Pick<UpstreamGeocoder, 'ask'>
  /** The threads for heavy work. Without them, this thread does it. */
  readonly compute?: Compute<ServiceTasks>
}

/** Registers operations on the app. */
export type Feature = (app: App) => void | Promise<void>

export interface ThreadOptions {
  readonly config: Config
  readonly clock: Clock
  /** Problems with the clock of this machine, or ok. */
  readonly clockHealth?: () => string
  readonly database: Database
  readonly memory: LimitMemory
  readonly link: ServerLink
  readonly logger: FastifyBaseLogger
  /** The initial maps. */
  readonly regions?: readonly RegionHandle[]
  /** The gazetteer of the world, if already loaded. */
  readonly world?: WorldHandle | undefined
  /** The sea network, for a thread that plans voyages itself. */
  readonly seas?: SeaHandle
  /** Zones and corridors, for a thread that plans flights itself. */
  readonly sky?: Pick<SkyHandle, 'aerodromes' | 'zones'>
  /** The data behind the tiles, as far as it is loaded. */
  readonly tiles?: TilesHandle | undefined
  /** The routes returned by all threads. Without it, this thread stores only its own. */
  readonly routes?: RouteMemory
  /** The open streams of all threads. Without it, this thread counts only its own. */
  readonly streams?: OpenStreams
  /** Operations in addition to those of the service. */
  readonly features?: readonly Feature[]
}

export interface ServiceThread {
  readonly http: HttpServer
  readonly tally: Tally
  readonly regions: RegionDirectory
  readonly places: PlaceDirectory
  /** Undefined when tiles are disabled. */
  readonly tiles: TileDesk | undefined
  /** Finishes running requests and releases everything except the database. */
  close(): Promise<void>
}

/** A line of 100,000 points needs this many times the body limit of other requests. */
const LINE_BODY_FACTOR = 4

/** Assembles one thread of the service. This is the only place that depends on all parts. */
export async function composeThread(options: ThreadOptions): Promise<ServiceThread> {
  const { config, clock, database, memory, link } = options
  const usage = new UsageStore(database.db)
  const accounts = new AccountStore(database.db)
  const limiter = await openLimiter(options, usage)
  const fanOut = openFanOut(options)
  const tally = new Tally()
  const load = new LoadGauge(config.shedDelayMs)
  const mailer = mailerOf(options)
  let draining = false

  const keys = keyDirectory(options, accounts)
  const http = await createHttpServer({
    logger: options.logger,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    bodyLimitBytes: config.bodyLimitBytes,
    requireKey: config.requireKey,
    anonymousRate: { perSecond: config.anonymousPerSecond, burst: config.anonymousBurst },
    keys,
    isUnavailable,
    storeOf: (error) => (error instanceof RedisAway ? 'Redis' : 'database'),
    limiter,
    tally,
    load,
    clock,
  })
  const service = new AccountService({ store: accounts, plans: config.plans, clock, onChange: announcer(memory) })
  const signIn = new SignIn({
    accounts,
    store: new SignInStore(database.db),
    clock,
    sendCode: sendCodes(mailer, options.logger),
  })
  const shared = { service, usage, limiter, plans: config.plans, clock, flushUsage: () => link.flushUsage() }
  accountRoutes(http.app, {
    ...shared,
    store: accounts,
    quotaAlertPct: config.quotaAlertPct,
    sendsTexts: config.textProvider !== 'none',
  })
  await areaRoutes(http.app, { ...shared, signIn, publicUrl: config.publicUrl })
  statusRoutes(http.app, {
    version,
    checks: { database: () => database.ping(), ...(config.redisUrl ? { redis: () => limiter.ping() } : {}) },
    notes: {
      traffic: () => link.trafficHealth(),
      clock: async () => options.clockHealth?.() ?? 'ok',
      ...(config.redisUrl && { streams: async () => (fanOut.isWhole ? 'ok' : 'polling the database (slower)') }),
    },
    isDraining: () => draining,
    metrics: () => link.metrics(),
  })
  const regions = new RegionDirectory(link.maps)
  await regions.adopt(options.regions ?? [], clock.now())
  const places = new PlaceDirectory(regions, config.gazetteer)
  if (options.world) places.useWorld(options.world)
  const geocoder = new Geocoder(places, link.geocoder)
  const upstream = createUpstream(config, clock)
  const routing = new RoutingService({ regions, upstream, snapRadiusMeters: config.snapRadiusMeters })
  const routes = options.routes ?? new RouteMemory(createRouteMemory(1), 0)
  routingRoutes(http.app, { service: routing, clock, memory: routes })
  const odds = new OddBook({ dataDir: config.dataDir, sample: config.sampleOdd, log: options.logger })
  await odds.open()
  avRoutes(http.app, {
    domains: () => odds.list(),
    routing,
    clock,
    snapRadiusMeters: config.snapRadiusMeters,
  })
  reroutingRoutes(http.app, {
    service: new ReroutingService({ regions, routing, memory: routes }),
    memory: routes,
    clock,
    bodyLimitBytes: LINE_BODY_FACTOR * config.bodyLimitBytes,
  })
  const { dataDir, defaultZones, sampleCorridors } = config
  const sky = new SkyDesk({ dataDir, defaultZones, sampleCorridors, ...options.sky })
  const sea = new SeaDesk(config.seas, options.seas)
  const compute = link.compute ?? computeHere(serviceTasks, { regions, sea, sky })
  matrixRoutes(http.app, {
    regions,
    compute: (job, task) => compute.run('matrix', job, task),
    clock,
    limitOf: (caller) => matrixPoints(config, caller),
    radiusMeters: config.snapRadiusMeters,
  })
  optimizationRoutes(http.app, {
    solve: (job, task) => compute.run('optimize', job, task),
    clock,
    limitOf: (caller) => matrixPoints(config, caller),
    radiusMeters: config.snapRadiusMeters,
    bodyLimitBytes: LINE_BODY_FACTOR * config.bodyLimitBytes,
  })
  droneRoutes(http.app, { plan: (job, task) => compute.run('flight', job, task), clock })
  maritimeRoutes(http.app, { plan: (job, task) => compute.run('voyage', job, task), clock })
  geocodingRoutes(http.app, geocoder)
  placesRoutes(http.app, {
    places,
    regions,
    compute: (job, task) => compute.run('matrix', job, task),
    radiusMeters: config.snapRadiusMeters,
    clock,
  })
  trackingRoutes(http.app, {
    database,
    metrics: http.metrics,
    standingOf: (key) => keys.find(key),
    openStreams: options.streams ?? new OpenStreams(createStreamCounts(1), 0),
    mostStreams: config.streamsPerAccount,
    limiter,
    fanOut,
    clock,
    planRoute: (caller, mode, body, nowMs) =>
      http.ask(caller, { method: 'POST', url: routeOf[mode], payload: body, ...(nowMs !== undefined && { nowMs }) }),
    reroute: (caller, body, nowMs) => http.ask(caller, { method: 'POST', url: '/v1/reroute', payload: body, nowMs }),
    nameRoute: (id, name) => routes.keepAs(id, name),
    whyNeverFlown,
    roadsMark: () => regions.mark,
  })
  compatRoutes(http.app, { vendor: config.compatVendor, ask: (caller, request) => http.ask(caller, request), clock })
  const domains = () => odds.list()
  const tiles = composeTiles(http.app, { config, limiter, clock, regions, places, domains, handle: options.tiles })
  docsRoutes(http.app)
  consoleRoutes(http.app, fileURLToPath(new URL('../../console/dist', import.meta.url)))
  for (const feature of options.features ?? []) await feature(http.app)
  await http.app.ready()
  load.start()

  return {
    http,
    tally,
    regions,
    places,
    tiles,
    async close() {
      draining = true
      http.drain()
      await http.app.close()
      load.stop()
      odds.close()
      await mailer.close()
      await upstream?.close()
      await fanOut.close()
      await limiter.close()
    },
  }
}

/** The route operation of each mode. */
const routeOf = {
  road: '/v1/route',
  av: '/v1/av/route',
  drone: '/v1/drone/route',
  maritime: '/v1/maritime/route',
} as const

function matrixPoints({ anonymousMatrixPoints }: Config, caller: Caller): number {
  return caller.kind === 'account' ? caller.terms.matrixPoints : anonymousMatrixPoints
}
