import { Type } from 'typebox'
import { OneOfSchema } from '../../../platform/http/schemas.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { LineField } from '../../road/reroute/schemas.ts'
import { type ProfileWord, profileByWord, profileWords } from '../../road/route/api/profile-words.ts'
import { geometryFormats } from '../../road/route/api/schemas.ts'
import { attachRequests } from '../api/examples.ts'
import type { TrackingFailureOf } from '../api/failures.ts'
import { toRemainingOptions, toStartAltitude } from '../live/find-reroute.ts'
import { isWalkingAsset } from '../live/walking-robots.ts'
import { type Asset, type RouteMode, routeModes, type StoredAssetRoute } from './asset.ts'
import { modesByKind } from './attach.ts'
import type { FixedRoute } from './fixed-route.ts'
import { lineFormats } from './route-line.ts'

export const AttachBody = Type.Object(
  {
    mode: Type.Optional(
      OneOfSchema([...routeModes, ...profileWords], {
        description:
          'Mode of the route. Default: `road` for vehicles and robots, `drone` for drones, and `maritime` for vessels. The name of a profile, such as `walking`, means a road route with that profile.',
      }),
    ),
    reroute: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to use the reroute that the live state offers: from the current position of the asset, through the remaining stops, with the mode and all options of its planned route. The only other fields allowed are `geometry` and `steps`.',
      }),
    ),
    route_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The id of a road route, an alternative or a matched trace that this server returned recently. The asset follows this route, without a new search. Send the options of that request again, such as `profile`, but no stops and times.',
      }),
    ),
    line: Type.Optional(
      LineField(
        'A line for the asset to follow, with 2 to 100,000 points. Without `duration_min`, it must follow roads, and its duration is computed.',
      ),
    ),
    line_format: Type.Optional(
      OneOfSchema(lineFormats, {
        description:
          'Format of `line`. Default: detected; a string is decoded with 5 decimals and, if that fails, with 6.',
      }),
    ),
    duration_min: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 525_600,
        description:
          'Duration of `line`, in minutes. The line is used as it is, for any kind of asset, and the speed is constant.',
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
  readonly mode?: RouteMode | ProfileWord
  readonly reroute?: boolean
  readonly from?: unknown
  readonly route_id?: string
  readonly line?: string | readonly unknown[] | object
  readonly line_format?: (typeof lineFormats)[number]
  readonly duration_min?: number
  readonly geometry?: unknown
  readonly steps?: unknown
  readonly format?: unknown
}

/** Route to plan: the mode and body of a route operation, or the remainder of the previous asset route. */
export interface RouteRequest {
  readonly mode: RouteMode
  readonly body: object
  readonly previous?: StoredAssetRoute
  /** Route that the caller already has. */
  readonly fixed?: FixedRoute
}

type RouteRequestFailure = TrackingFailureOf<
  | 'mode-unfit'
  | 'from-missing'
  | 'reroute-with-others'
  | 'reroute-without-plan'
  | 'fixed-route-with-others'
  | 'line-missing'
  | 'line-duration-missing'
>

export function parseRouteRequest(
  asset: Asset,
  requestBody: AttachRequestBody,
): Result<RouteRequest, RouteRequestFailure> {
  if (requestBody.reroute === true) return parseReroute(asset, requestBody)
  const { route_id, line, line_format, duration_min } = requestBody
  if (route_id !== undefined || line !== undefined) return parseFixedRoute(asset, requestBody)
  if (duration_min !== undefined) return fail({ kind: 'line-missing', field: 'duration_min' })
  if (line_format !== undefined) return fail({ kind: 'line-missing', field: 'line_format' })
  return parseNewRoute(asset, requestBody)
}

/** Fields that a fixed route already determines. */
const FIXED_FIELDS = [
  ...['from', 'to', 'via', 'depart_at', 'arrive_by', 'heading', 'alternatives'],
  ...['from_altitude_m', 'avoid', 'avoid_areas'],
]

/** Parses a route that the caller already has. A road route keeps its path, and its times are computed again. */
function parseFixedRoute(asset: Asset, requestBody: AttachRequestBody): Result<RouteRequest, RouteRequestFailure> {
  const { route_id: id, line, line_format: format, duration_min: minutes, mode: givenMode, ...others } = requestBody
  const field = id === undefined ? 'line' : 'route_id'
  const excludedFields = id === undefined ? FIXED_FIELDS : [...FIXED_FIELDS, 'line', 'line_format', 'duration_min']
  const conflictingFields = excludedFields.filter((name) => requestBody[name as keyof AttachRequestBody] !== undefined)
  if (conflictingFields.length > 0) return fail({ kind: 'fixed-route-with-others', field, others: conflictingFields })
  const modeResult = readMode(asset, givenMode)
  if (!modeResult.ok) return modeResult
  const { mode, profile } = modeResult.value
  const isTimed = minutes !== undefined
  if (mode !== 'road' && !isTimed) {
    if (id !== undefined) return fail({ kind: 'mode-unfit', mode: 'road', asset: asset.kind, allowed: [mode] })
    return fail({ kind: 'line-duration-missing', mode })
  }
  const { reroute: _reroute, geometry: _geometry, steps: _steps, format: _format, ...preferences } = others
  const options = addAssetOptions(asset, mode, { ...preferences, ...profile })
  const source = id === undefined ? { line: line ?? [], format, minutes } : { id }
  return ok({ mode, body: options, fixed: { mode, source, options } })
}

/** Parses a new route. The asset's registered profile applies unless the request overrides it. */
function parseNewRoute(asset: Asset, requestBody: AttachRequestBody): Result<RouteRequest, RouteRequestFailure> {
  const { mode: givenMode, format: _ignored, reroute: _not, ...otherFields } = requestBody
  const modeResult = readMode(asset, givenMode)
  if (!modeResult.ok) return modeResult
  const { mode, profile } = modeResult.value
  const preferences = { ...otherFields, ...profile }
  const from = preferences.from ?? findPosition(asset)
  if (from === undefined) return fail({ kind: 'from-missing', name: asset.name })
  const altitudeFields = asset.kind === 'drone' && preferences.from === undefined ? toStartAltitude(asset.state) : {}
  const body = {
    ...addAssetOptions(asset, mode, { ...altitudeFields, ...preferences }),
    from,
    geometry: 'points',
    steps: true,
  }
  return ok({ mode, body })
}

/** Reads the mode. The name of a profile means a road route with that profile. */
function readMode(
  { kind }: Asset,
  given: AttachRequestBody['mode'],
): Result<{ readonly mode: RouteMode; readonly profile: object }, RouteRequestFailure> {
  const allowed = modesByKind[kind]
  const isProfile = isProfileWord(given)
  const mode = isProfile ? 'road' : (given ?? allowed[0] ?? 'road')
  if (!allowed.includes(mode)) return fail({ kind: 'mode-unfit', mode: given ?? mode, asset: kind, allowed })
  return ok({ mode, profile: isProfile ? { mode: given } : {} })
}

/** Returns whether a mode is the name of a profile, which the road operation reads from its field `mode`. */
function isProfileWord(mode: AttachRequestBody['mode']): mode is ProfileWord {
  return mode !== undefined && Object.hasOwn(profileByWord, mode)
}

/** Adds the options of the asset's registered profile, which the request overrides. */
function addAssetOptions(asset: Asset, mode: RouteMode, preferences: object): object {
  // Robots use pedestrian paths.
  const usualProfile = isWalkingAsset(asset.kind, mode) ? { profile: 'foot' } : {}
  return {
    ...withoutProfile(usualProfile, { ...asset.profile, ...preferences }),
    ...withoutProfile(asset.profile ?? {}, preferences),
    ...preferences,
  }
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
