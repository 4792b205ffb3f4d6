import { attach } from '@fairway/tracking'
import { Type } from 'typebox'
import { sendWritten } from '../../../platform/http/body/exchange.ts'
import { takeWarnings } from '../../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors, OneOf } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { geometryFormats } from '../../road/route/api/schemas.ts'
import { attachRequests } from '../api/examples.ts'
import { type TrackingFailure, trackingProblems } from '../api/failures.ts'
import { barredFrom } from '../api/military.ts'
import { toAssetReply } from '../api/replies.ts'
import { AttachReply } from '../api/reply-schemas.ts'
import { AssetParameters } from '../api/schemas.ts'
import { isWalking, walkRoute } from '../live/walking.ts'
import { altitudeOf, wishesOn } from '../live/way-on.ts'
import type { TrackingOptions } from '../tracking.ts'
import type { Asset, AttachedPlan } from './asset.ts'
import { type Mode, modes, modesOf, type RouteReply, tellRoute, toAttachedPlan } from './attach.ts'
import { toLineFormat } from './plan-line.ts'
import { planOf } from './plans.ts'

const AttachBody = Type.Object(
  {
    mode: Type.Optional(
      OneOf(modes, {
        description:
          'Mode of the route. Default: road for vehicles and robots, drone for drones, maritime for vessels.',
      }),
    ),
    reroute: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Use the reroute that `live` offers: from its position, through the remaining stops, in the mode and with all options of its planned route. Only geometry and steps may be given with it.',
      }),
    ),
    geometry: Type.Optional(OneOf(geometryFormats, { default: 'points', description: 'Format of the line.' })),
    steps: Type.Optional(Type.Boolean({ default: true, description: 'Whether to include steps.' })),
  },
  {
    additionalProperties: true,
    description: 'The body of the route operation of that mode. from may be omitted when a position is known.',
    examples: attachRequests,
  },
)

/** Plans a route and attaches it to an asset. */
export function attachRoutes(app: App, { assets, clock, planRoute, extras }: TrackingOptions): void {
  app.post(
    '/v1/assets/:id/route',
    {
      config: { operation: { name: 'assets.route', access: 'key', units: () => 1 } },
      schema: {
        operationId: 'attachRoute',
        tags: ['Assets'],
        summary: 'Plan the route that an asset follows',
        description:
          'Uses the engine for its kind: roads for vehicles and robots (or mode av), the air for drones, the sea for vessels. Replaces the previous planned route. Counts as one route.',
        security: [{ key: [] }],
        params: AssetParameters,
        body: AttachBody,
        response: {
          200: { description: 'The asset and its route.', ...AttachReply },
          ...errors(400, 401, 403, 404, 413, 422, 502),
        },
      },
    },
    async (request, reply) => {
      const caller = request.caller as AccountCaller
      const { id } = request.params
      const asset = await assets.find(caller.account, id)
      if (!asset) return refuse(reply, trackingProblems, { kind: 'asset-not-found', id })
      const barred = barredFrom(asset, caller)
      if (barred) return refuse(reply, trackingProblems, barred)
      const given = request.body as GivenBody
      const asked = given.reroute === true ? askOn(asset, given) : askAnew(asset, given)
      if (asked.kind !== 'way') return refuse(reply, trackingProblems, asked)
      const { mode, body, previous } = asked
      const planned = await (previous ? extras.planOn(caller, asset, previous) : planRoute(caller, mode, body))
      if (planned.status !== 200) {
        if (planned.retryAfter) reply.header('retry-after', planned.retryAfter)
        return reply.code(planned.status as never).send(planned.body as never) as never
      }
      const answered = planned.body as RouteReply
      const isWalked = isWalking(asset.kind, answered.mode)
      const route = isWalked ? walkRoute(answered, 'arrive_by' in body) : answered
      const plan = toAttachedPlan(asset.kind, body, route, toLineFormat(given.geometry), clock.now())
      const changed = await assets.change(caller.account, id, (current) => {
        const next = { ...current, plan, planNumber: current.planNumber + 1 }
        const state = current.state && attach(planOf(next), current.state, current.kind)
        return { plan, planNumber: next.planNumber, state }
      })
      if (!changed) return refuse(reply, trackingProblems, { kind: 'asset-not-found', id })
      const shown = tellRoute(route, given.geometry, given.steps !== false)
      const notes = [
        ...(route.warnings ?? []),
        ...(given.format === undefined ? [] : ["'format' was ignored: assets have routes"]),
      ]
      const warnings = takeWarnings(request, notes)
      return sendWritten(reply, JSON.stringify({ asset: toAssetReply(changed), route: shown, warnings })) as never
    },
  )
}

interface GivenBody {
  readonly mode?: Mode
  readonly reroute?: boolean
  readonly from?: unknown
  readonly geometry?: unknown
  readonly steps?: unknown
  readonly format?: unknown
}

/** What to plan: an operation with its body, or the rest of the previous asset route. */
interface AskedWay {
  readonly kind: 'way'
  readonly mode: Mode
  readonly body: object
  readonly previous?: AttachedPlan
}

function askAnew(asset: Asset, given: GivenBody): AskedWay | TrackingFailure {
  const { mode = modesOf[asset.kind][0] ?? 'road', format: _ignored, reroute: _not, ...wishes } = given
  const allowed = modesOf[asset.kind]
  if (!allowed.includes(mode)) return { kind: 'mode-unfit', mode, asset: asset.kind, allowed }
  const from = wishes.from ?? positionOf(asset)
  if (from === undefined) return { kind: 'from-missing', name: asset.name }
  const high = asset.kind === 'drone' && wishes.from === undefined ? altitudeOf(asset.state) : {}
  return {
    kind: 'way',
    mode,
    body: { ...profileOf(asset), ...high, ...wishes, from, geometry: 'points', steps: true },
  }
}

/** Fields allowed with `reroute`. All other options come from the attached route. */
const besideReroute: ReadonlySet<string> = new Set(['reroute', 'geometry', 'steps', 'format'])

function askOn(asset: Asset, given: GivenBody): AskedWay | TrackingFailure {
  const others = Object.keys(given).filter((name) => !besideReroute.has(name))
  if (others.length > 0) return { kind: 'reroute-with-others', others }
  const { plan, state } = asset
  if (!plan) return { kind: 'reroute-without-plan', name: asset.name }
  if (!state) return { kind: 'from-missing', name: asset.name }
  return { kind: 'way', mode: plan.route.mode as Mode, body: wishesOn(asset, plan), previous: plan }
}

function positionOf({ state }: Asset): [number, number] | undefined {
  return state && [state.fix.latitude, state.fix.longitude]
}

/** The asset's registered profile applies unless the request overrides it. */
function profileOf({ profile }: Asset): object {
  return typeof profile === 'object' && profile !== null ? profile : {}
}
