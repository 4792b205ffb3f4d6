import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailure } from '../api/failures.ts'
import { altitudeOf, wishesOn } from '../live/way-on.ts'
import type { Asset, AttachedPlan, Mode } from './asset.ts'
import { modesOf } from './attach.ts'

/** The body of an attach request. Its other fields are those of the route operation. */
export interface GivenBody {
  readonly mode?: Mode
  readonly reroute?: boolean
  readonly from?: unknown
  readonly geometry?: unknown
  readonly steps?: unknown
  readonly format?: unknown
}

/** What to plan: an operation with its body, or the rest of the previous asset route. */
interface RouteRequest {
  readonly mode: Mode
  readonly body: object
  readonly previous?: AttachedPlan
}

export function readRouteRequest(asset: Asset, given: GivenBody): Result<RouteRequest, TrackingFailure> {
  return given.reroute === true ? readReroute(asset, given) : readNewRoute(asset, given)
}

/** The asset's registered profile applies unless the request overrides it. */
function readNewRoute(asset: Asset, given: GivenBody): Result<RouteRequest, TrackingFailure> {
  const { mode = modesOf[asset.kind][0] ?? 'road', format: _ignored, reroute: _not, ...wishes } = given
  const allowed = modesOf[asset.kind]
  if (!allowed.includes(mode)) return fail({ kind: 'mode-unfit', mode, asset: asset.kind, allowed })
  const from = wishes.from ?? positionOf(asset)
  if (from === undefined) return fail({ kind: 'from-missing', name: asset.name })
  const high = asset.kind === 'drone' && wishes.from === undefined ? altitudeOf(asset.state) : {}
  const body = { ...asset.profile, ...high, ...wishes, from, geometry: 'points', steps: true }
  return ok({ mode, body })
}

/** Fields allowed with `reroute`. All other options come from the attached route. */
const besideReroute: ReadonlySet<string> = new Set(['reroute', 'geometry', 'steps', 'format'])

function readReroute(asset: Asset, given: GivenBody): Result<RouteRequest, TrackingFailure> {
  const others = Object.keys(given).filter((name) => !besideReroute.has(name))
  if (others.length > 0) return fail({ kind: 'reroute-with-others', others })
  const { plan, state } = asset
  if (!plan) return fail({ kind: 'reroute-without-plan', name: asset.name })
  if (!state) return fail({ kind: 'from-missing', name: asset.name })
  return ok({ mode: plan.route.mode, body: wishesOn(asset, plan), previous: plan })
}

function positionOf({ state }: Asset): [number, number] | undefined {
  return state && [state.fix.latitude, state.fix.longitude]
}
