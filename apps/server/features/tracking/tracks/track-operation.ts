import { Type } from 'typebox'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply, type ReplyHead, serializedReply } from '../../../operations/reply.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { trackingProblems } from '../api/failures.ts'
import { parseInstant } from '../api/instants.ts'
import { TrackReply } from '../api/reply-schemas.ts'
import { AssetParameters, TrackQuery } from '../api/schemas.ts'
import { toGeoJson, toGpx, toTrackPosition } from '../formats/track-formats.ts'
import type { TrackingOptions } from '../options.ts'
import { formatCursor, parseCursor } from './track-cursor.ts'

const TrackFormats = {
  description: 'Positions.',
  content: {
    'application/json': { schema: TrackReply },
    'application/geo+json': { schema: Type.Object({}, { additionalProperties: true }) },
    'application/gpx+xml': { schema: Type.String() },
  },
}

const DAY_MS = 86_400_000
const MAX_POSITIONS = 10_000

export function trackOperation({ assets, tracks }: TrackingOptions): Operation {
  return defineOperation({
    name: 'assets.track',
    method: 'GET',
    path: '/v1/assets/:id/track',
    access: 'key',
    docs: {
      operationId: 'assetTrack',
      tags: ['Assets'],
      summary: 'Get the track of an asset',
      description:
        'Returns all positions in chronological order, as JSON, GeoJSON or GPX. The plan determines how long positions are kept. Does not count as a route.',
      security: [{ key: [] }],
    },
    params: AssetParameters,
    query: TrackQuery,
    reply: TrackFormats,
    errors: [400, 401, 403, 404, 422],
    failures: pickProblems(trackingProblems, 'cursor-unknown', 'range-turned', 'asset-not-found'),
    async handle({ params: { id }, query }, context) {
      const { from, until, after: cursor, limit = MAX_POSITIONS, format = 'json' } = query
      const parsedCursor = cursor === undefined ? undefined : parseCursor(cursor)
      if (cursor !== undefined && !parsedCursor) return fail({ kind: 'cursor-unknown', given: cursor })
      const untilMs = until === undefined ? context.now() + DAY_MS : parseInstant(until)
      // A later page starts at its cursor, even if the cursor is more than a day old.
      const defaultFromMs = parsedCursor?.timeMs ?? Math.min(context.now(), untilMs) - DAY_MS
      const fromMs = from === undefined ? Math.min(defaultFromMs, untilMs) : parseInstant(from)
      if (fromMs > untilMs) return fail({ kind: 'range-turned', from: from ?? '', until: until ?? 'now' })
      const asset = await assets.find(context.caller.account, id)
      if (!asset) return fail({ kind: 'asset-not-found', id })
      const rows = await tracks.read({ asset: asset.number, fromMs, untilMs, after: parsedCursor, limit: limit + 1 })
      const shownRows = rows.slice(0, limit)
      const last = shownRows.at(-1)
      const nextCursor = rows.length > limit && last ? formatCursor(last) : undefined
      const replyHead: ReplyHead =
        nextCursor === undefined ? {} : { headers: { link: toNextPageUrl(nextCursor, { from, until, limit, format }) } }
      if (format === 'gpx')
        return serializedReply(toGpx(asset, shownRows), { ...replyHead, type: 'application/gpx+xml; charset=utf-8' })
      if (format === 'geojson') {
        const geoJson = JSON.stringify(toGeoJson(asset, shownRows))
        return serializedReply(geoJson, { ...replyHead, type: 'application/geo+json; charset=utf-8' })
      }
      return jsonReply(
        { asset: asset.id, positions: shownRows.map(toTrackPosition), ...(nextCursor && { next: nextCursor }) },
        replyHead,
      )
    },
  })
}

interface TrackPage {
  readonly from: string | undefined
  readonly until: string | undefined
  readonly limit: number
  readonly format: string
}

function toNextPageUrl(cursor: string, { from, until, limit, format }: TrackPage): string {
  const nextParams = new URLSearchParams({ after: cursor, limit: String(limit), format })
  if (from !== undefined) nextParams.set('from', from)
  if (until !== undefined) nextParams.set('until', until)
  return `<?${nextParams}>; rel="next"`
}
