import { Type } from 'typebox'
import { OneOfSchema } from '../../../platform/http/schemas.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { geometryFormats } from '../../road/route/api/schemas.ts'
import { attachRequests } from '../api/examples.ts'
import type { TrackingFailureOf } from '../api/failures.ts'
import { toRemainingOptions, toStartAltitude } from '../live/find-reroute.ts'
import { isWalkingAsset } from '../live/walking-robots.ts'
import { type Asset, type RouteMode, routeModes, type StoredAssetRoute } from './asset.ts'
import { modesByKind } from './attach.ts'

export const AttachBody = Type.Object(
  {
    mode: Type.Optional(
      OneOfSchema(routeModes, {
        description:
          'Mode of the route. Default: `road` for vehicles and robots, `drone` for drones, and `maritime` for vessels.',
      }),
    ),
    reroute: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to use the reroute that the live state offers: from the current position of the asset, through the remaining stops, with the mode and all options of its planned route. The only other fields allowed are `geometry` and `steps`.',
      }),
    ),
    geometry: Type.Optional(OneOfSchema(geometryFormats, { default: 'points', description: 'Format of the line.' })),
    steps: Type.Optional(Type.Boolean({ default: true, description: 'Whether to include steps.' })),
  },
  {
    additionalProperties: true,
    description:
      'The request body of the route operation for the mode. `from` may be omitted when the position of the asset is known.',
    examples: attachRequests,
  },
)

/** Body of an attach request. The other fields are those of the route operation. */
export interface AttachRequestBody {
  readonly mode?: RouteMode
  readonly reroute?: boolean
  readonly from?: unknown
  readonly geometry?: unknown
  readonly steps?: unknown
  readonly format?: unknown
}

/** Route to plan: the mode and body of a route operation, or the remainder of the previous asset route. */
export interface RouteRequest {
  readonly mode: RouteMode
  readonly body: object
  readonly previous?: StoredAssetRoute
}

type RouteRequestFailure = TrackingFailureOf<
  'mode-unfit' | 'from-missing' | 'reroute-with-others' | 'reroute-without-plan'
>

export function parseRouteRequest(
  asset: Asset,
  requestBody: AttachRequestBody,
): Result<RouteRequest, RouteRequestFailure> {
  return requestBody.reroute === true ? parseReroute(asset, requestBody) : parseNewRoute(asset, requestBody)
}

/** Parses a new route. The asset's registered profile applies unless the request overrides it. */
function parseNewRoute(asset: Asset, requestBody: AttachRequestBody): Result<RouteRequest, RouteRequestFailure> {
  const { mode = modesByKind[asset.kind][0] ?? 'road', format: _ignored, reroute: _not, ...preferences } = requestBody
  const allowedModes = modesByKind[asset.kind]
  if (!allowedModes.includes(mode)) return fail({ kind: 'mode-unfit', mode, asset: asset.kind, allowed: allowedModes })
  const from = preferences.from ?? findPosition(asset)
  if (from === undefined) return fail({ kind: 'from-missing', name: asset.name })
  const altitudeFields = asset.kind === 'drone' && preferences.from === undefined ? toStartAltitude(asset.state) : {}
  // Robots use pedestrian paths.
  const usualProfile = isWalkingAsset(asset.kind, mode) ? { profile: 'foot' } : {}
  const body = {
    ...withoutProfile(usualProfile, { ...asset.profile, ...preferences }),
    ...withoutProfile(asset.profile ?? {}, preferences),
    ...altitudeFields,
    ...preferences,
    from,
    geometry: 'points',
    steps: true,
  }
  return ok({ mode, body })
}

const profileFields = ['profile', 'mode', 'costing']

/**
 * Removes the profile fields of a layer if a later layer sets one. The fields are synonyms, so setting one overrides
 * all of them.
 */
function withoutProfile(layer: object, laterLayer: object): object {
  if (!profileFields.some((field) => field in laterLayer)) return layer
  return Object.fromEntries(Object.entries(layer).filter(([field]) => !profileFields.includes(field)))
}

/** Fields allowed with `reroute`. All other options come from the attached route. */
const ALLOWED_WITH_REROUTE: ReadonlySet<string> = new Set(['reroute', 'geometry', 'steps', 'format'])

function parseReroute(asset: Asset, requestBody: AttachRequestBody): Result<RouteRequest, RouteRequestFailure> {
  const otherFields = Object.keys(requestBody).filter((name) => !ALLOWED_WITH_REROUTE.has(name))
  if (otherFields.length > 0) return fail({ kind: 'reroute-with-others', others: otherFields })
  const { plan, state } = asset
  if (!plan) return fail({ kind: 'reroute-without-plan', name: asset.name })
  if (!state) return fail({ kind: 'from-missing', name: asset.name })
  return ok({ mode: plan.route.mode, body: toRemainingOptions(asset, plan), previous: plan })
}

function findPosition({ state }: Asset): [number, number] | undefined {
  return state && [state.fix.latitude, state.fix.longitude]
}
