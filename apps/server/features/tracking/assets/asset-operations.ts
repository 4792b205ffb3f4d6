import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type TrackingFailureOf, trackingProblems } from '../api/failures.ts'
import { MAX_LISTED_ASSETS } from '../api/limits.ts'
import { MAX_ASSET_NUMBER, parseNumberCursor, toNumberPage } from '../api/number-cursor.ts'
import { toAssetReply, toLimitsReply } from '../api/replies.ts'
import { AssetReply, ListReply, RegisterReply, RemovedReply } from '../api/reply-schemas.ts'
import { AssetBody, AssetChanges, AssetParameters, ListQuery } from '../api/schemas.ts'
import type { TrackingOptions } from '../options.ts'
import type { Asset } from './asset.ts'
import { listMatching, parseBox } from './asset-filter.ts'
import { createProfileCheck } from './asset-profile.ts'

const security = [{ key: [] }] as const
const tags = ['Assets'] as const

/** Creates the operations that register, list and change assets. */
export function assetOperations(options: TrackingOptions): Operation[] {
  return [registerAsset(options), listAssets(options), getAsset(options), updateAsset(options), removeAsset(options)]
}

function registerAsset({ assets, routeBodySchemas, findAircraftError }: TrackingOptions): Operation {
  const checkProfile = createProfileCheck(routeBodySchemas, findAircraftError)
  return defineOperation({
    name: 'assets.register',
    method: 'POST',
    idempotent: false,
    path: '/v1/assets',
    access: 'key',
    docs: {
      operationId: 'registerAsset',
      tags,
      summary: 'Register an asset',
      description: 'Registers an asset to track: a drone, a vehicle, a robot or a vessel. Does not count as a route.',
      security,
    },
    body: AssetBody,
    reply: { description: 'The asset.', schema: RegisterReply },
    errors: [400, 401, 403, 413, 422],
    failures: pickProblems(
      trackingProblems,
      'military-only',
      'profile-too-large',
      'profile-refused',
      'too-many-assets',
    ),
    async handle({ body }, context) {
      const { account, plan, terms } = context.caller
      const { name, kind, category = 'civil', reference = null, group = null, profile } = body
      if (category === 'military' && plan !== 'military') return fail({ kind: 'military-only', plan })
      const profileWarnings = checkStoredProfile(checkProfile, kind, profile)
      if (!profileWarnings.ok) return profileWarnings
      const { maxAssets } = terms.live
      const newAsset = { account, name, kind, category, reference, group, profile, createdAtMs: context.now() }
      const asset = await assets.register(newAsset, maxAssets)
      if (!asset) return fail({ kind: 'too-many-assets', plan, max: maxAssets })
      const warnings = collectWarnings(context, profileWarnings.value)
      return jsonReply({ ...toAssetReply(asset), ...(warnings && { warnings }) })
    },
  })
}

function listAssets({ assets }: TrackingOptions): Operation {
  return defineOperation({
    name: 'assets.list',
    method: 'GET',
    path: '/v1/assets',
    access: 'key',
    docs: {
      operationId: 'listAssets',
      tags,
      summary: 'List your assets and the limits of live tracking',
      description:
        'Lists assets in order of registration, optionally filtered by kind, group, reference, state or area. Does not count as a route.',
      security,
    },
    query: ListQuery,
    reply: { description: 'Assets and limits.', schema: ListReply },
    errors: [400, 401, 403, 422],
    failures: pickProblems(trackingProblems, 'cursor-unknown', 'box-invalid'),
    async handle({ query }, context) {
      const { caller } = context
      const { limit = MAX_LISTED_ASSETS, after, kind, reference, group, state, bbox } = query
      const from = after === undefined ? 0 : parseNumberCursor(after, MAX_ASSET_NUMBER)
      if (from === undefined) return fail({ kind: 'cursor-unknown', given: after ?? '' })
      const box = bbox === undefined ? undefined : parseBox(bbox)
      if (bbox !== undefined && !box) return fail({ kind: 'box-invalid', given: bbox })
      const pageQuery = { account: caller.account, after: from, limit: limit + 1 }
      const page = await listMatching(assets, pageQuery, { kind, reference, group }, { state, box }, context.now())
      const { shown, cursor } = toNumberPage(page, limit)
      return jsonReply({ assets: shown.map(toAssetReply), limits: toLimitsReply(caller.terms), ...cursor })
    },
  })
}

function getAsset({ assets }: TrackingOptions): Operation {
  return defineOperation({
    name: 'assets.get',
    method: 'GET',
    path: '/v1/assets/:id',
    access: 'key',
    docs: {
      operationId: 'getAsset',
      tags,
      summary: 'Get an asset',
      description: 'Returns the asset as registered, and its planned route. Does not count as a route.',
      security,
    },
    params: AssetParameters,
    reply: { description: 'The asset.', schema: AssetReply },
    errors: [400, 401, 403, 404, 422],
    failures: pickProblems(trackingProblems, 'asset-not-found'),
    async handle({ params: { id } }, { caller }) {
      const asset = await assets.find(caller.account, id)
      return asset ? jsonReply(toAssetReply(asset)) : fail({ kind: 'asset-not-found', id })
    },
  })
}

function updateAsset({ assets, routeBodySchemas, findAircraftError }: TrackingOptions): Operation {
  const checkProfile = createProfileCheck(routeBodySchemas, findAircraftError)
  return defineOperation({
    name: 'assets.update',
    method: 'PATCH',
    idempotent: true,
    path: '/v1/assets/:id',
    access: 'key',
    docs: {
      operationId: 'updateAsset',
      tags,
      summary: 'Update an asset',
      description:
        'Changes the given fields and leaves the others unchanged; `null` removes a value. Kind and category cannot be changed; register a new asset instead. Does not count as a route.',
      security,
    },
    params: AssetParameters,
    body: AssetChanges,
    reply: { description: 'The asset.', schema: RegisterReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: pickProblems(trackingProblems, 'asset-not-found', 'profile-too-large', 'profile-refused'),
    async handle({ params: { id }, body }, context) {
      const { account } = context.caller
      const current = await assets.find(account, id)
      if (!current) return fail({ kind: 'asset-not-found', id })
      const profileWarnings = checkStoredProfile(checkProfile, current.kind, body.profile ?? undefined)
      if (!profileWarnings.ok) return profileWarnings
      const asset = await assets.edit(account, id, body)
      if (!asset) return fail({ kind: 'asset-not-found', id })
      const warnings = collectWarnings(context, profileWarnings.value)
      return jsonReply({ ...toAssetReply(asset), ...(warnings && { warnings }) })
    },
  })
}

function removeAsset({ assets }: TrackingOptions): Operation {
  return defineOperation({
    name: 'assets.remove',
    method: 'DELETE',
    path: '/v1/assets/:id',
    access: 'key',
    docs: {
      operationId: 'removeAsset',
      tags,
      summary: 'Remove an asset',
      description: 'Removes the asset and its entire track. Does not count as a route.',
      security,
    },
    params: AssetParameters,
    reply: { description: 'The asset was removed.', schema: RemovedReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: pickProblems(trackingProblems, 'asset-not-found'),
    async handle({ params: { id } }, context) {
      const isRemoved = await assets.remove(context.caller.account, id, context.now())
      return isRemoved ? jsonReply({ removed: id }) : fail({ kind: 'asset-not-found', id })
    },
  })
}

/** Maximum size of a profile as JSON, in bytes. */
const MAX_PROFILE_BYTES = 10_000

/** Checks a profile before it is stored. Returns warnings about fields that route planning ignores. */
function checkStoredProfile(
  checkProfile: ReturnType<typeof createProfileCheck>,
  kind: Asset['kind'],
  profile: object | undefined,
): Result<readonly string[], TrackingFailureOf<'profile-too-large' | 'profile-refused'>> {
  if (profile === undefined) return ok([])
  if (!canStoreProfile(profile)) return fail({ kind: 'profile-too-large', max: MAX_PROFILE_BYTES })
  const { error, ignoredFields } = checkProfile(kind, profile)
  if (error) return fail({ kind: 'profile-refused', why: error })
  return ok(ignoredFields.map((field) => `unknown field '${field}' is ignored when routes are planned`))
}

function canStoreProfile(profile: unknown): boolean {
  try {
    return profile === undefined || JSON.stringify(profile).length <= MAX_PROFILE_BYTES
  } catch {
    // The profile is nested so deeply that serializing it overflows the stack.
    return false
  }
}
