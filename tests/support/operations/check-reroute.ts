import { applyDelta, checksumOf, completeSteps, type DeltaReply, type Geometry, readGeometry } from '@fairway/client'
import type { Ask, RerouteCase } from './reroutes.ts'

export interface Step {
  readonly maneuver: { readonly type: string; readonly at?: readonly number[] }
  readonly geometry_range: readonly [number, number]
  readonly [field: string]: unknown
}

export type Op =
  | { readonly op: 'keep'; readonly from: number; readonly to: number }
  | { readonly op: 'insert'; readonly geometry: Geometry; readonly steps?: readonly Step[] }

export interface RerouteReply {
  readonly kind: 'unchanged' | 'delta' | 'full'
  readonly reason: string
  readonly base_checksum: string
  readonly checksum: string
  readonly distance_km: number
  readonly eta_min: number
  readonly free_flow_min: number
  readonly saved_min: number
  readonly delta?: { readonly ops: readonly Op[] }
  readonly route?: { readonly geometry: Geometry; readonly steps: readonly Step[]; readonly [field: string]: unknown }
  readonly receipt: {
    readonly previous_eta_min: number | null
    readonly new_eta_min: number
    readonly snapshot_at: string | null
    readonly kept_previous: boolean
  }
  readonly warnings?: readonly string[]
}

export interface CheckedReroute {
  /** Undefined if both requests failed in the same way. */
  readonly reply: RerouteReply | undefined
  readonly full: RerouteReply | undefined
  readonly detail: string
  readonly faults: readonly string[]
  readonly bytes: number
  readonly fullBytes: number
}

const NO_ROUTE = { distance_km: 0, eta_min: 0, free_flow_min: 0 }
const MAX_UNCHANGED_BYTES = 300

/** Requests a reroute as a delta and in full, and reports inconsistencies. */
export async function checkReroute(ask: Ask, made: RerouteCase): Promise<CheckedReroute> {
  const short = await ask('/v1/reroute', made.body)
  const long = await ask('/v1/reroute', { ...made.body, reply: 'full' })
  const sizes = { bytes: Buffer.byteLength(short.text), fullBytes: Buffer.byteLength(long.text) }
  if (short.status !== 200 || long.status !== 200) {
    const alike = short.status === 422 && long.status === 422 && short.text === long.text
    const faults = alike ? [] : [`${short.status} ${short.text.slice(0, 200)} and ${long.status}`]
    return { reply: undefined, full: undefined, detail: short.text, faults, ...sizes }
  }
  const [reply, full] = [JSON.parse(short.text) as RerouteReply, JSON.parse(long.text) as RerouteReply]
  const faults = [...faultsOf(made, reply, full, sizes.bytes)]
  return { reply, full, detail: '', faults, ...sizes }
}

function* faultsOf({ old, format, change }: RerouteCase, reply: RerouteReply, full: RerouteReply, bytes: number) {
  const base = readGeometry(old, format)
  if (!base || reply.base_checksum !== checksumOf(base)) yield 'the checksum of the old line differs'
  if (change === 'nothing' && reply.kind !== 'unchanged') yield `nothing has changed, but it is ${reply.kind}`
  if (change === 'moved' && reply.reason === 'better') yield 'the best route is replaced by a better one'
  if (full.kind !== 'full' || !full.route) {
    yield `the full reply is ${full.kind}`
    return
  }
  const whole = readGeometry(full.route.geometry, format)
  if (!whole || full.checksum !== checksumOf(whole)) yield 'the checksum of the full line differs'
  if (reply.kind === 'unchanged') {
    if (bytes >= MAX_UNCHANGED_BYTES) yield `unchanged takes ${bytes} bytes`
    if (reply.checksum !== reply.base_checksum) yield 'unchanged, but the checksum differs'
    if (!reply.receipt.kept_previous) yield 'unchanged, but not kept'
  } else if (reply.checksum !== full.checksum) yield 'the full line differs'
  if (reply.kind === 'delta') yield* faultsOfDelta(reply, full.route, old, format)
  if (reply.kind === 'full' && text(reply.route?.geometry) !== text(full.route.geometry))
    yield 'the two full lines differ'
  yield* faultsOfTimes(reply, full)
}

function* faultsOfDelta(
  reply: RerouteReply,
  route: NonNullable<RerouteReply['route']>,
  old: Geometry,
  format: RerouteCase['format'],
) {
  const made = applyDelta(old, format, reply as DeltaReply)
  if (text(made) !== text(route.geometry)) yield 'the delta produces a different line'
  const told = new Set<string>()
  let at = 0
  for (const op of reply.delta?.ops ?? []) {
    const count = op.op === 'keep' ? op.to - op.from + 1 : (readGeometry(op.geometry, format)?.latitude.length ?? 0)
    const [from, to] = [at - 1, at + count]
    at += count
    if (op.op === 'keep') continue
    const touching = route.steps.filter(({ geometry_range: [begin] }) => begin >= from && begin <= to)
    const steps = completeSteps(op.steps ?? [], made, format)
    if (textOf(steps) !== textOf(touching)) yield `the steps of points ${from} to ${to} are not those of the route`
    for (const step of steps) told.add(textOf([step]))
  }
  const [first] = route.steps
  if (first && reply.delta?.ops[0]?.op === 'insert' && !told.has(textOf([first]))) yield 'the departure step is missing'
}

/** Returns the steps as text, with fields in a fixed order and with positions rounded like those of the lines. */
function textOf(steps: readonly Step[]): string {
  const rounded = steps.map(({ maneuver: { at, ...maneuver }, ...step }) => {
    const place = at?.map((degrees) => Math.sign(degrees) * Math.round(Math.round(Math.abs(degrees) * 1e6) / 10))
    return Object.entries({ ...step, ...maneuver, place }).sort(([a], [b]) => (a < b ? -1 : 1))
  })
  return text(rounded)
}

function* faultsOfTimes(reply: RerouteReply, full: RerouteReply) {
  const { previous_eta_min: previous, new_eta_min: now, kept_previous: kept } = reply.receipt
  if (now !== reply.eta_min) yield 'the two arrival times differ'
  if (previous !== null && now > previous) yield `worse: ${now} instead of ${previous} min`
  if (kept && previous !== now) yield 'kept, but the duration differs'
  const saved = previous === null || kept ? 0 : previous - now
  if (Math.abs(reply.saved_min - saved) > 1e-6) yield `saved ${reply.saved_min} instead of ${saved} min`
  const totals = ({ reason, distance_km, eta_min, free_flow_min, receipt }: RerouteReply) =>
    text([reason, distance_km, eta_min, free_flow_min, receipt])
  if (totals(reply) !== totals(full)) yield `delta and full disagree: ${totals(reply)} ${totals(full)}`
  const { distance_km, eta_min, free_flow_min } = full.route ?? NO_ROUTE
  if (text([distance_km, eta_min, free_flow_min]) !== text([full.distance_km, full.eta_min, full.free_flow_min])) {
    yield 'the durations of the route and the reply differ'
  }
}

function text(value: unknown): string {
  return JSON.stringify(value)
}
