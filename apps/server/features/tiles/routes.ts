import { MAX_ZOOM } from '@fairway/dataset'
import type { TileAddress } from '@fairway/geo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { limitedAddress } from '../../platform/http/guard/caller.ts'
import { refuse } from '../../platform/http/send-problem.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import type { RateVerdict } from '../../platform/metering/rate.ts'
import { type TileFailure, tileProblems } from './failures.ts'
import { mapDocument } from './map-document.ts'
import type { TileDesk } from './runtime/tile-service.ts'
import type { TrafficTiles } from './runtime/traffic-tiles.ts'
import { type KeptTile, TileShelf, unpack } from './tile-cache.ts'
import { parseAddress, type TilePath } from './tile-url.ts'

export interface TileRoutesOptions {
  /** Undefined if the operator has disabled tiles. */
  readonly desk: TileDesk | undefined
  readonly traffic: TrafficTiles
  readonly limiter: Pick<Limiter, 'passNamed'>
  readonly clock: Clock
  readonly shelfBytes: number
  readonly publicUrl: string
}

/** A client that pans quickly requests dozens of tiles per second, and a full screen of tiles arrives at once. */
export const TILE_RATE = { perSecond: 200, burst: 1000 } as const
/** Such a tile never changes: a new version has a new URL. */
const FOREVER = 'public, max-age=31536000, immutable'
const SOON = 'public, max-age=60'
const TRAFFIC_SECONDS = 15
/** Events start and end without a new snapshot, so their tiles are redrawn at this interval. */
const TRAFFIC_STEP_MS = TRAFFIC_SECONDS * 1000

interface TileRoute {
  Params: TilePath
  Querystring: { v?: string }
}

/** Map tiles for display. They are not API operations, do not consume quota, and have a separate rate limit. */
export function tileRoutes(app: FastifyInstance, options: TileRoutesOptions): void {
  const { desk, traffic, limiter, clock } = options
  const shelf = new TileShelf(options.shelfBytes, clock)
  const fail = (reply: FastifyReply, failure: TileFailure): FastifyReply => refuse(reply, tileProblems, failure)
  const onRequest = (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void => {
    reply.header('access-control-allow-origin', '*')
    const settle = ({ allowed, retryAfterMs }: RateVerdict): void => {
      if (allowed) next()
      else fail(reply, { kind: 'tiles-rate', ...TILE_RATE, retryAfterMs })
    }
    const verdict = limiter.passNamed(`tiles:${limitedAddress(request.ip)}`, TILE_RATE)
    if (verdict instanceof Promise) verdict.then(settle).catch(next)
    else settle(verdict)
  }
  const open = <R>(
    request: FastifyRequest<TileRoute>,
    reply: FastifyReply,
    answer: (tile: TileAddress) => R,
  ): R | FastifyReply => {
    if (!desk) return fail(reply, { kind: 'tiles-off' })
    const parsed = parseAddress(request.params, MAX_ZOOM, request.url)
    return parsed.ok ? answer(parsed.tile) : fail(reply, parsed.failure)
  }

  app.get('/tiles/map.json', { onRequest }, (request, reply) => {
    if (!desk) return fail(reply, { kind: 'tiles-off' })
    const document = mapDocument(desk, baseOf(request, options.publicUrl), traffic.version)
    return reply.header('cache-control', 'no-cache').send(document)
  })

  app.get<TileRoute>('/tiles/:z/:x/:file', { onRequest }, (request, reply) =>
    open(request, reply, async (tile) => {
      const version = desk?.version ?? ''
      const { z, x, y } = tile
      const made = await shelf.take(`${version}/${z}/${x}/${y}`, () => desk?.draw(tile) ?? new Uint8Array(0))
      return sendTile(request, reply, made, request.query.v === version ? FOREVER : SOON)
    }),
  )

  app.get<TileRoute>('/tiles/traffic/:z/:x/:file', { onRequest }, (request, reply) =>
    open(request, reply, async (tile) => {
      const nowMs = clock.now()
      const { z, x, y } = tile
      const key = `traffic/${traffic.version}/${Math.floor(nowMs / TRAFFIC_STEP_MS)}/${z}/${x}/${y}`
      const made = await shelf.take(key, () => traffic.draw(tile, nowMs))
      return sendTile(request, reply, made, `public, max-age=${TRAFFIC_SECONDS}`)
    }),
  )
}

/** The base URL that the caller used. A proxy may terminate TLS, which only the public URL reveals. */
function baseOf({ protocol, host }: FastifyRequest, publicUrl: string): string {
  return new URL(publicUrl).host === host ? publicUrl : `${protocol}://${host}`
}

function sendTile(request: FastifyRequest, reply: FastifyReply, tile: KeptTile, cacheControl: string): FastifyReply {
  reply.header('cache-control', cacheControl).header('etag', tile.etag).header('vary', 'accept-encoding')
  if (isKnown(request.headers['if-none-match'], tile.etag)) return reply.code(304).send()
  if (tile.body.length === 0) return reply.code(204).send()
  reply.type('application/vnd.mapbox-vector-tile')
  if (!tile.isPacked) return reply.send(tile.body)
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(unpack(tile))
  return reply.header('content-encoding', 'gzip').send(tile.body)
}

/** A cache in between may have weakened the ETag; the tile is still the same. */
function isKnown(given: string | undefined, etag: string): boolean {
  const tags = (given ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** `gzip;q=0` declines gzip. */
function takesGzip(given: string | string[] | undefined): boolean {
  const codings = String(given ?? '')
    .toLowerCase()
    .split(',')
  return codings.some((coding) => /^\s*(?:gzip|\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/.test(coding))
}
