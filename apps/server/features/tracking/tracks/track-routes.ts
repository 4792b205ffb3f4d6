import { Type } from 'typebox'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { trackingProblems } from '../api/failures.ts'
import { parseInstant } from '../api/instants.ts'
import { TrackReply } from '../api/reply-schemas.ts'
import { AssetParameters, TrackQuery } from '../api/schemas.ts'
import { toGeoJson, toGpx, toTrackPosition } from '../formats/track-formats.ts'
import type { TrackingOptions } from '../tracking.ts'
import { parseCursor, writeCursor } from './track-cursor.ts'

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

/** Returns the track of an asset. */
export function trackRoutes(app: App, { assets, tracks, clock }: TrackingOptions): void {
  app.get(
    '/v1/assets/:id/track',
    {
      config: { operation: { name: 'assets.track', access: 'key' } },
      schema: {
        operationId: 'assetTrack',
        tags: ['Assets'],
        summary: 'Get the track of an asset',
        description:
          'All positions in order of time, as JSON, GeoJSON or GPX. The plan sets how long they are kept. Does not count as a route.',
        security: [{ key: [] }],
        params: AssetParameters,
        querystring: TrackQuery,
        response: { 200: TrackFormats, ...errors(400, 401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { from, until, after: given, limit = MOST, format = 'json' } = request.query
      const after = given === undefined ? undefined : parseCursor(given)
      if (given !== undefined && !after) return refuse(reply, trackingProblems, { kind: 'cursor-unknown', given })
      const untilMs = until === undefined ? clock.now() + DAY_MS : parseInstant(until)
      // A continued page starts at its cursor, even if that is more than a day ago by now.
      const beginMs = after?.timeMs ?? Math.min(clock.now(), untilMs) - DAY_MS
      const fromMs = from === undefined ? Math.min(beginMs, untilMs) : parseInstant(from)
      if (fromMs > untilMs) {
        return refuse(reply, trackingProblems, { kind: 'range-turned', from: from ?? '', until: until ?? 'now' })
      }
      const asset = await assets.find((request.caller as AccountCaller).account, id)
      if (!asset) return refuse(reply, trackingProblems, { kind: 'asset-not-found', id })
      const rows = await tracks.read({ asset: asset.number, fromMs, untilMs, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const next = rows.length > limit && last ? writeCursor(last) : undefined
      if (next !== undefined) {
        const more = new URLSearchParams({ after: next, limit: String(limit), format })
        if (from !== undefined) more.set('from', from)
        if (until !== undefined) more.set('until', until)
        reply.header('link', `<?${more}>; rel="next"`)
      }
      if (format === 'gpx') {
        return reply.type('application/gpx+xml; charset=utf-8').send(toGpx(asset, shown) as never) as never
      }
      if (format === 'geojson') {
        const text = JSON.stringify(toGeoJson(asset, shown))
        return reply.type('application/geo+json; charset=utf-8').send(text as never) as never
      }
      return { asset: asset.id, positions: shown.map(toTrackPosition), ...(next && { next }) } as never
    },
  )
}
