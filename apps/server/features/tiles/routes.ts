import { MAX_ZOOM } from '@fairway/dataset'
import type { TileId } from '@fairway/geo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { toLimitedIp } from '../../platform/http/guard/caller.ts'
import { sendFailureProblem, sendProblem } from '../../platform/http/send-problem.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import type { RateVerdict } from '../../platform/metering/rate.ts'
import { type TileFailure, tileProblems } from './failures.ts'
import { toBaseUrl, toMapDocument } from './map-document.ts'
import { RemoteTileError, type RemoteTiles, type TileKind } from './remote-tiles.ts'
import type { TileService } from './runtime/tile-service.ts'
import type { TrafficTiles } from './runtime/traffic-tiles.ts'
import { addStyleRoutes } from './style/style-routes.ts'
import { type CachedTile, decompress, TileCache } from './tile-cache.ts'
import { parseTileUrl, type TilePath } from './tile-url.ts'

export interface TileRoutesOptions {
  /** Tile service. Undefined if the operator has disabled tiles. */
  readonly service: TileService | undefined
  /** Loads the tile data on first use. */
  readonly loadOnce: () => Promise<void>
  readonly traffic: TrafficTiles
  /** Draws the regions of other nodes. Undefined if the server is not part of a cluster. */
  readonly remote?: RemoteTiles | undefined
  readonly limiter: Pick<Limiter, 'checkNamedRate'>
  readonly clock: Clock
  readonly cacheBytes: number
  readonly publicUrl: string
}

/**
 * Rate limit of tiles. A client that pans quickly requests dozens of tiles per second, and a full screen of tiles
 * arrives at once.
 */
export const TILE_RATE = { perSecond: 200, burst: 1000 } as const
/** Cache header of versioned tiles, which never change because a new version has a new URL. */
const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable'
const CACHE_ONE_MINUTE = 'public, max-age=60'
const TRAFFIC_MAX_AGE_S = 15
/** Interval in milliseconds at which traffic tiles are redrawn, because events start and end without a new snapshot. */
const TRAFFIC_REDRAW_INTERVAL_MS = TRAFFIC_MAX_AGE_S * 1000

interface TileRoute {
  Params: TilePath
  Querystring: { v?: string }
}

/**
 * Adds the routes of map tiles. The routes are not API operations, do not consume quota, and have a separate rate
 * limit.
 */
export function addTileRoutes(app: FastifyInstance, options: TileRoutesOptions): void {
  const { service, traffic, limiter, clock } = options
  const cache = new TileCache(options.cacheBytes, clock)
  const { loadOnce } = options
  const sendFailure = (reply: FastifyReply, failure: TileFailure): FastifyReply =>
    sendFailureProblem(reply, tileProblems, failure)
  const onRequest = (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void => {
    reply.header('access-control-allow-origin', '*')
    const applyRateLimit = ({ isAllowed, retryAfterMs }: RateVerdict): void => {
      // If the data is not loaded, tiles are drawn with the available data.
      if (isAllowed) loadOnce().then(() => next(), next)
      else sendFailure(reply, { kind: 'tiles-rate', ...TILE_RATE, retryAfterMs })
    }
    const limitCheck = limiter.checkNamedRate(`tiles:${toLimitedIp(request.ip)}`, TILE_RATE)
    if (limitCheck instanceof Promise) limitCheck.then(applyRateLimit).catch(next)
    else applyRateLimit(limitCheck)
  }
  const handleTile = <R>(
    request: FastifyRequest<TileRoute>,
    reply: FastifyReply,
    respond: (tile: TileId) => R,
  ): R | FastifyReply => {
    if (!service) return sendFailure(reply, { kind: 'tiles-off' })
    const parsedUrl = parseTileUrl(request.params, MAX_ZOOM, request.url)
    return parsedUrl.ok ? respond(parsedUrl.tile) : sendFailure(reply, parsedUrl.failure)
  }

  const drawTile = (
    requestId: string,
    tile: TileId,
    kind: TileKind,
    drawHere: () => Uint8Array,
  ): Uint8Array | Promise<Uint8Array> => options.remote?.draw(tile, kind, requestId, drawHere) ?? drawHere()
  const errorHandler = (error: Error, _request: FastifyRequest, reply: FastifyReply): void => {
    if (!(error instanceof RemoteTileError)) throw error
    sendProblem(reply, error.problem)
  }

  addStyleRoutes(app, { service, publicUrl: options.publicUrl, onRequest, sendFailure })

  app.get('/tiles/map.json', { onRequest }, (request, reply) => {
    if (!service) return sendFailure(reply, { kind: 'tiles-off' })
    const document = toMapDocument(service, toBaseUrl(request, options.publicUrl), traffic.version)
    return reply.header('cache-control', 'no-cache').send(document)
  })

  app.get<TileRoute>('/tiles/:z/:x/:file', { onRequest, errorHandler }, (request, reply) =>
    handleTile(request, reply, async (tile) => {
      const version = service?.version ?? ''
      const { z, x, y } = tile
      const cachedTile = await cache.getOrDraw(`${version}/${z}/${x}/${y}`, () =>
        drawTile(request.id, tile, 'map', () => service?.draw(tile) ?? new Uint8Array(0)),
      )
      return sendTile(request, reply, cachedTile, request.query.v === version ? CACHE_IMMUTABLE : CACHE_ONE_MINUTE)
    }),
  )

  app.get<TileRoute>('/tiles/traffic/:z/:x/:file', { onRequest, errorHandler }, (request, reply) =>
    handleTile(request, reply, async (tile) => {
      const nowMs = clock.now()
      const { z, x, y } = tile
      const key = `traffic/${traffic.version}/${Math.floor(nowMs / TRAFFIC_REDRAW_INTERVAL_MS)}/${z}/${x}/${y}`
      const cachedTile = await cache.getOrDraw(key, () =>
        drawTile(request.id, tile, 'traffic', () => traffic.draw(tile, nowMs)),
      )
      return sendTile(request, reply, cachedTile, `public, max-age=${TRAFFIC_MAX_AGE_S}`)
    }),
  )
}

/**
 * Creates a function that loads the data once. Concurrent first requests wait for the same call, and the next request
 * repeats a failed call.
 */
export function createLoadOnce(load: (() => Promise<void>) | undefined): () => Promise<void> {
  let loading: Promise<void> | undefined = load ? undefined : Promise.resolve()
  return () => {
    loading ??= load?.().catch(() => {
      loading = undefined
    })
    return loading ?? Promise.resolve()
  }
}

function sendTile(request: FastifyRequest, reply: FastifyReply, tile: CachedTile, cacheControl: string): FastifyReply {
  reply.header('cache-control', cacheControl).header('etag', tile.etag).header('vary', 'accept-encoding')
  if (matchesEtag(request.headers['if-none-match'], tile.etag)) return reply.code(304).send()
  if (tile.body.length === 0) return reply.code(204).send()
  reply.type('application/vnd.mapbox-vector-tile')
  if (!tile.isCompressed) return reply.send(tile.body)
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(decompress(tile))
  return reply.header('content-encoding', 'gzip').send(tile.body)
}

/**
 * Returns whether an ETag matches. An intermediate cache may have weakened the ETag, but the tile is still the same.
 */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** Returns whether the client accepts gzip. The value `gzip;q=0` declines gzip. */
function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  const codings = String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
  return codings.some((coding) => /^\s*(?:gzip|\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/.test(coding))
}
