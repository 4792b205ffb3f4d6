import { takeWarnings } from '../../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { trackingProblems } from '../api/failures.ts'
import { MAX_LISTED } from '../api/limits.ts'
import { toAssetReply, toLimitsReply } from '../api/replies.ts'
import { AssetReply, ListReply, RegisterReply, RemovedReply } from '../api/reply-schemas.ts'
import { AssetBody, AssetParameters, ListQuery } from '../api/schemas.ts'
import type { TrackingOptions } from '../tracking.ts'
import { profileCheck } from './asset-profile.ts'

const security = [{ key: [] }]
const tags = ['Assets']

/** Registers and lists assets. */
export function assetRoutes(app: App, { assets, clock, whyNeverFlown }: TrackingOptions): void {
  const judge = profileCheck(app as never, whyNeverFlown)
  app.post(
    '/v1/assets',
    {
      config: { operation: { name: 'assets.register', access: 'key' } },
      schema: {
        operationId: 'registerAsset',
        tags,
        summary: 'Register an asset',
        description: 'Registers an asset to track: a drone, a vehicle, a robot or a vessel. Does not count as a route.',
        security,
        body: AssetBody,
        response: { 200: { description: 'The asset.', ...RegisterReply }, ...errors(400, 401, 403, 413, 422) },
      },
    },
    async (request, reply) => {
      const { account, plan, terms } = request.caller as AccountCaller
      const { name, kind, category = 'civil', reference = null, profile } = request.body
      if (category === 'military' && plan !== 'military') {
        return refuse(reply, trackingProblems, { kind: 'military-only', plan })
      }
      if (!isKept(profile)) return refuse(reply, trackingProblems, { kind: 'profile-too-large', most: MAX_PROFILE })
      const { fault, unknown } = profile === undefined ? { unknown: [] } : judge(kind, profile)
      if (fault) return refuse(reply, trackingProblems, { kind: 'profile-refused', why: fault })
      const { maxAssets: most } = terms.live
      const given = { account, name, kind, category, reference, profile, createdAtMs: clock.now() }
      const asset = await assets.register(given, most)
      if (!asset) return refuse(reply, trackingProblems, { kind: 'too-many-assets', plan, most })
      const ignored = unknown.map((field) => `unknown field '${field}' is ignored when routes are planned`)
      return { ...toAssetReply(asset), warnings: takeWarnings(request, ignored) } as never
    },
  )

  app.get(
    '/v1/assets',
    {
      config: { operation: { name: 'assets.list', access: 'key' } },
      schema: {
        operationId: 'listAssets',
        tags,
        summary: 'List your assets and the limits of live tracking',
        description: 'In order of registration. Does not count as a route.',
        security,
        querystring: ListQuery,
        response: { 200: { description: 'Assets and limits.', ...ListReply }, ...errors(400, 401, 403, 422) },
      },
    },
    async (request, reply) => {
      const { account, terms } = request.caller as AccountCaller
      const { limit = MAX_LISTED, after } = request.query
      const from = after === undefined ? 0 : readCursor(after)
      if (from === undefined) return refuse(reply, trackingProblems, { kind: 'cursor-unknown', given: after ?? '' })
      const found = await assets.list(account, from, limit + 1)
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        assets: shown.map(toAssetReply),
        limits: toLimitsReply(terms),
        ...(found.length > limit && last && { next: `n${last.number.toString(36)}` }),
      } as never
    },
  )

  app.get(
    '/v1/assets/:id',
    {
      config: { operation: { name: 'assets.get', access: 'key' } },
      schema: {
        operationId: 'getAsset',
        tags,
        summary: 'Get an asset',
        description: 'The asset as registered, and its planned route. Does not count as a route.',
        security,
        params: AssetParameters,
        response: { 200: { description: 'The asset.', ...AssetReply }, ...errors(400, 401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const asset = await assets.find((request.caller as AccountCaller).account, id)
      return asset ? (toAssetReply(asset) as never) : refuse(reply, trackingProblems, { kind: 'asset-not-found', id })
    },
  )

  app.delete(
    '/v1/assets/:id',
    {
      config: { operation: { name: 'assets.remove', access: 'key' } },
      schema: {
        operationId: 'removeAsset',
        tags,
        summary: 'Remove an asset',
        description: 'Removes the asset and its entire track. Does not count as a route.',
        security,
        params: AssetParameters,
        response: {
          200: { description: 'The asset was removed.', ...RemovedReply },
          ...errors(400, 401, 403, 404, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const isGone = await assets.remove((request.caller as AccountCaller).account, id, clock.now())
      return isGone ? ({ removed: id } as never) : refuse(reply, trackingProblems, { kind: 'asset-not-found', id })
    },
  )
}

/** Maximum length of a profile as JSON. */
const MAX_PROFILE = 10_000

function isKept(profile: unknown): boolean {
  try {
    return profile === undefined || JSON.stringify(profile).length <= MAX_PROFILE
  } catch {
    // The nesting overflows the stack.
    return false
  }
}

function readCursor(text: string): number | undefined {
  return /^n[0-9a-z]{1,8}$/.test(text) ? Number.parseInt(text.slice(1), 36) : undefined
}
