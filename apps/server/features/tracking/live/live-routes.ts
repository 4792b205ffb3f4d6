import { sendWritten } from '../../../platform/http/body/exchange.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { trackingProblems } from '../api/failures.ts'
import { passPoll, readChannel } from '../api/limits.ts'
import { LiveHeaders } from '../api/live-headers.ts'
import { barredFrom } from '../api/military.ts'
import { toLiveReply } from '../api/replies.ts'
import { LiveReply } from '../api/reply-schemas.ts'
import { AssetParameters } from '../api/schemas.ts'
import type { TrackingOptions } from '../tracking.ts'

/** Live position of an asset relative to its route. */
export function liveRoutes(app: App, { assets, limiter, clock, extras }: TrackingOptions): void {
  app.get(
    '/v1/assets/:id/live',
    {
      config: { operation: { name: 'assets.live', access: 'key' } },
      schema: {
        operationId: 'liveAsset',
        tags: ['Assets'],
        summary: 'Get the live state of an asset',
        description:
          'Position, state, drift, progress, remaining distance and arrival time. The header X-Service-Live-Channel names the channel of the caller, web or api (default); each has its own polls per second in the plan. Does not count as a route.',
        security: [{ key: [] }],
        params: AssetParameters,
        headers: LiveHeaders,
        response: { 200: { description: 'The current state.', ...LiveReply }, ...errors(400, 401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const caller = request.caller as AccountCaller
      const channel = readChannel(request.headers['x-service-live-channel'])
      if (!channel.ok) return refuse(reply, trackingProblems, channel.failure)
      const { id } = request.params
      const asset = await assets.find(caller.account, id)
      if (!asset) return refuse(reply, trackingProblems, { kind: 'asset-not-found', id })
      const barred = barredFrom(asset, caller)
      if (barred) return refuse(reply, trackingProblems, barred)
      const passed = await passPoll(limiter, caller, channel.value)
      if (!passed.ok) return refuse(reply, trackingProblems, passed.failure)
      reply.header('cache-control', 'no-store')
      const known = await extras.withTraffic(caller, asset)
      const reroute = await extras.rerouteOf(caller, known)
      return sendWritten(reply, JSON.stringify(toLiveReply(known, clock.now(), reroute))) as never
    },
  )
}
