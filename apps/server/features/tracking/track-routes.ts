import { Type } from 'typebox'
import type { AccountCaller } from '../../http/caller.ts'
import { refuse } from '../../http/problem.ts'
import { errors } from '../../http/schemas.ts'
import type { App } from '../../http/server.ts'
import type { PositionRow } from '../../storage/tables.ts'
import { trackingProblems } from './failures.ts'
import { TrackReply } from './reply-schemas.ts'
import { AssetParameters, TrackQuery } from './schemas.ts'
import { toGeoJson, toGpx, toTrackPosition } from './track-formats.ts'
import type { TrackingOptions } from './tracking.ts'

const TrackFormats = Type.Unsafe<string>({
  description: 'Positions.',
  content: {
    'application/json': { schema: TrackReply },
    'application/geo+json': { schema: Type.Object({}, { additionalProperties: true }) },
    'application/gpx+xml': { schema: Type.String() },
  },
})

const DAY_MS = 86_400_000
const MOST = 10_000

/** Where an asset was. */
export function trackRoutes(app: App, { assets, tracks, clock }: TrackingOptions): void {
  app.get(
    '/v1/assets/:id/track',
    {
      config: { operation: { name: 'assets.track', access: 'key' } },
      schema: {
        operationId: 'assetTrack',
        tags: ['Assets'],
        summary: 'Where an asset was',
        description:
          'All positions in the order of time, as JSON, GeoJSON or GPX. How long they are kept is a matter of the plan. Does not count as a route.',
        security: [{ key: [] }],
        params: AssetParameters,
        querystring: TrackQuery,
        response: { 200: TrackFormats, ...errors(400, 401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { from, until, limit = MOST, format = 'json' } = request.query
      const untilMs = until === undefined ? clock.now() + DAY_MS : Date.parse(until)
      const fromMs = from === undefined ? Math.min(clock.now(), untilMs) - DAY_MS : Date.parse(from)
      if (fromMs > untilMs) {
        return refuse(reply, trackingProblems, { kind: 'range-turned', from: from ?? '', until: until ?? 'now' })
      }
      const asset = await assets.find((request.caller as AccountCaller).account, id)
      if (!asset) return refuse(reply, trackingProblems, { kind: 'asset-not-found', id })
      const rows = await tracks.read({ asset: asset.number, fromMs, untilMs, limit: limit + 1 })
      const { shown, nextMs } = cutAt(rows, limit)
      if (nextMs !== undefined) {
        const more = new URLSearchParams({ from: new Date(nextMs).toISOString(), limit: String(limit), format })
        if (until !== undefined) more.set('until', until)
        reply.header('link', `<?${more}>; rel="next"`)
      }
      if (format === 'gpx') {
        return reply.type('application/gpx+xml; charset=utf-8').send(toGpx(asset.name, shown) as never) as never
      }
      if (format === 'geojson') {
        const text = JSON.stringify(toGeoJson(asset, shown))
        return reply.type('application/geo+json; charset=utf-8').send(text as never) as never
      }
      const next = nextMs === undefined ? undefined : new Date(nextMs).toISOString()
      return { asset: asset.id, positions: shown.map(toTrackPosition), ...(next && { next }) } as never
    },
  )
}

/** Cut between two instants: who goes on from the next one misses nothing and sees nothing twice. */
function cutAt(rows: readonly PositionRow[], limit: number): { shown: readonly PositionRow[]; nextMs?: number } {
  const beyond = rows[limit]
  if (!beyond) return { shown: rows }
  const shown = rows.slice(0, limit).filter(({ time }) => time < beyond.time)
  // More positions of one instant than a reply holds: told as they are, and the rest of the instant is left out.
  if (shown.length === 0) return { shown: rows.slice(0, limit), nextMs: beyond.time + 1 }
  return { shown, nextMs: beyond.time }
}
