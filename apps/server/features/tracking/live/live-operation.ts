import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { trackingProblems } from '../api/failures.ts'
import { consumePoll, parseChannel } from '../api/limits.ts'
import { LiveHeaders } from '../api/live-headers.ts'
import { findMilitaryFailure } from '../api/military.ts'
import { toLiveReply } from '../api/replies.ts'
import { LiveReply } from '../api/reply-schemas.ts'
import { AssetParameters } from '../api/schemas.ts'
import type { TrackingOptions } from '../options.ts'

/** Creates the operation that returns the live position of an asset relative to its route. */
export function liveOperation({ assets, liveExtras, assetRate, ...rates }: TrackingOptions): Operation {
  return defineOperation({
    name: 'assets.live',
    method: 'GET',
    path: '/v1/assets/:id/live',
    access: 'key',
    fastPath: true,
    ownRate: assetRate,
    docs: {
      operationId: 'liveAsset',
      tags: ['Assets'],
      summary: 'Get the live state of an asset',
      description:
        'Returns the position, state, drift, progress, remaining distance and arrival time. The header `X-Service-Live-Channel` selects the channel, `web` or `api` (default); the plan limits polling requests per second separately for each asset and channel. These requests do not count toward the request rate of the account. Does not count as a route.',
      security: [{ key: [] }],
    },
    params: AssetParameters,
    headers: LiveHeaders,
    reply: { description: 'The current state.', schema: LiveReply },
    errors: [400, 401, 403, 404, 422],
    failures: pickProblems(
      trackingProblems,
      'asset-not-found',
      'military-asset',
      'channel-unknown',
      'channel-unavailable',
      'too-fast',
    ),
    async handle({ params: { id }, headers }, context) {
      const { caller } = context
      const channel = parseChannel(headers['x-service-live-channel'])
      if (!channel.ok) return channel
      const asset = await assets.find(caller.account, id)
      if (!asset) return fail({ kind: 'asset-not-found', id })
      const militaryFailure = findMilitaryFailure(asset, caller)
      if (militaryFailure) return fail(militaryFailure)
      const limitCheck = await consumePoll(rates, caller, channel.value, id)
      if (!limitCheck.ok) return limitCheck
      const updatedAsset = await liveExtras.refreshTraffic(caller, asset)
      const reroute = await liveExtras.findReroute(caller, updatedAsset)
      return serializedReply(JSON.stringify(toLiveReply(updatedAsset, context.now(), reroute)), {
        headers: { 'cache-control': 'no-store' },
      })
    },
  })
}
