import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { type ProblemTable, pickProblems } from '../../../platform/http/problem.ts'
import { toRateWindow } from '../../../platform/metering/window.ts'
import { fail } from '../../../platform/result.ts'
import { type TrackingFailureOf, trackingProblems } from '../api/failures.ts'
import { type DispatchFailure, dispatchProblems } from '../dispatch/failures.ts'
import { StopParameters } from '../dispatch/schemas.ts'
import type { TrackingOptions } from '../options.ts'
import { type ShareFailure, shareProblems } from './failures.ts'
import { RevokedReply, ShareBody, SharedReply, ShareIdParameters, ShareReply, TokenParameters } from './schemas.ts'
import type { ShareStore } from './share-store.ts'
import { toSharedView } from './shared-view.ts'

export interface ShareOptions extends Pick<TrackingOptions, 'assets' | 'limiter'> {
  readonly shares: ShareStore
  /** URL at which clients reach the service. */
  readonly publicUrl: string
}

const MAX_SHARES = 500
const VIEWS_PER_SECOND = 2
const security = [{ key: [] }] as const
const tags = ['Assets'] as const

/** Creates the operations for share links, with which the receiver of a delivery can follow only that delivery. */
export function shareOperations(options: ShareOptions): Operation[] {
  return [createShare(options), revokeShare(options), viewShare(options)]
}

type CreateFailure =
  | TrackingFailureOf<'asset-not-found'>
  | Extract<DispatchFailure, { readonly kind: 'no-tour' | 'no-stop' }>
  | Extract<ShareFailure, { readonly kind: 'too-many-shares' }>

const createFailures: ProblemTable<CreateFailure> = {
  ...pickProblems(trackingProblems, 'asset-not-found'),
  ...pickProblems(dispatchProblems, 'no-tour', 'no-stop'),
  ...pickProblems(shareProblems, 'too-many-shares'),
}

function createShare({ assets, shares, publicUrl }: ShareOptions): Operation {
  return defineOperation({
    name: 'assets.share',
    method: 'POST',
    idempotent: false,
    path: '/v1/assets/:id/stops/:stop/share',
    access: 'key',
    docs: {
      operationId: 'shareStop',
      tags,
      summary: 'Create a link for the recipient of a delivery',
      description:
        'Creates a link that shows the predicted arrival at one stop of a tour, and the position of the asset while this stop is its next stop. The link stops working after `expires_min`, when the tour ends, or when you revoke the link. Does not count as a route.',
      security,
    },
    params: StopParameters,
    body: ShareBody,
    reply: { description: 'The link.', schema: ShareReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: createFailures,
    async handle({ params: { id, stop }, body }, context) {
      const { account } = context.caller
      const nowMs = context.now()
      const asset = await assets.find(account, id)
      if (!asset) return fail({ kind: 'asset-not-found', id })
      const visits = asset.plan?.tour?.visits
      if (!visits) return fail({ kind: 'no-tour', id })
      if (!visits.some((visit) => visit.stop === stop))
        return fail({ kind: 'no-stop', stop, stops: visits.map((visit) => visit.stop) })
      if ((await shares.count(account, id, nowMs)) >= MAX_SHARES)
        return fail({ kind: 'too-many-shares', max: MAX_SHARES })
      const expiresAtMs = nowMs + 60_000 * (body.expires_min ?? 1440)
      const link = await shares.add(
        { account, asset: id, solution: asset.plan?.tour?.solution ?? '', stop, expiresAtMs },
        nowMs,
      )
      return jsonReply({
        ...link,
        url: `${publicUrl}/share/${link.token}`,
        expires_at: new Date(expiresAtMs).toISOString(),
      })
    },
  })
}

function revokeShare({ shares }: ShareOptions): Operation {
  return defineOperation({
    name: 'assets.unshare',
    method: 'DELETE',
    path: '/v1/shares/:id',
    access: 'key',
    docs: {
      operationId: 'revokeShare',
      tags,
      summary: 'Revoke the link for a recipient',
      description: 'The link stops working immediately. Does not count as a route.',
      security,
    },
    params: ShareIdParameters,
    reply: { description: 'The link was revoked.', schema: RevokedReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: pickProblems(shareProblems, 'share-id-unknown'),
    async handle({ params: { id } }, { caller }) {
      const isRevoked = await shares.remove(caller.account, id)
      return isRevoked ? jsonReply({ revoked: id }) : fail({ kind: 'share-id-unknown', id })
    },
  })
}

function viewShare({ assets, shares, limiter }: ShareOptions): Operation {
  return defineOperation({
    name: 'share',
    method: 'GET',
    path: '/v1/share/:token',
    access: 'public',
    replyHeaders: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    docs: {
      operationId: 'viewShare',
      tags,
      summary: 'Get the arrival time of a shared delivery',
      description: `Returns the arrival time to the recipient of a delivery. No key is required. Each link allows at most ${VIEWS_PER_SECOND} requests per second.`,
      security: [{}],
    },
    params: TokenParameters,
    reply: { description: 'The arrival.', schema: SharedReply },
    errors: [400, 404, 422],
    failures: pickProblems(shareProblems, 'share-not-found', 'share-too-fast'),
    async handle({ params: { token } }, context) {
      const nowMs = context.now()
      const sharedAsset = await shares.find(token, nowMs)
      if (!sharedAsset) return fail({ kind: 'share-not-found' })
      const { isAllowed, retryAfterMs } = await limiter.checkWindowRate(
        `share:${token}`,
        toRateWindow(VIEWS_PER_SECOND),
      )
      if (!isAllowed) return fail({ kind: 'share-too-fast', retryAfterMs })
      const asset = await assets.find(sharedAsset.account, sharedAsset.asset)
      const view =
        asset?.plan?.tour?.solution === sharedAsset.solution ? toSharedView(asset, sharedAsset.stop, nowMs) : undefined
      if (!view) return fail({ kind: 'share-not-found' })
      return jsonReply({ ...view, expires_at: new Date(sharedAsset.expiresAtMs).toISOString() })
    },
  })
}
