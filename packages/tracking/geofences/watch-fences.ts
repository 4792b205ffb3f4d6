import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import type { AssetKind } from '../state/kinds.ts'
import { distanceFromLine } from './corridor.ts'
import { FenceIndex } from './fence-index.ts'
import type { FenceShape } from './fence-shape.ts'

/** The events that a geofence reports. */
export interface FenceRules {
  readonly enter: boolean
  readonly exit: boolean
  /** Reported once per stay, after this time inside. */
  readonly dwellS?: number | undefined
  /** Reported when the asset is faster than this inside. */
  readonly maxSpeedMs?: number | undefined
}

export interface Fence {
  readonly id: string
  /** A corridor along the planned route has a different shape for each asset. */
  readonly shape: FenceShape | { readonly alongPlanM: number }
  readonly rules: FenceRules
}

/** The relation of an asset to a geofence that it is in, or may be entering. Plain JSON. */
interface FenceState {
  /** When it entered. Absent while the entry is not confirmed. */
  readonly inMs?: number
  /** The time since which its positions have been on the other side without confirming that it crossed the boundary. */
  readonly crossingMs?: number
  readonly hasDwelt?: true
  /** The time since which it has been too fast. */
  readonly fastMs?: number
  readonly isSpeedReported?: true
}
export type FenceStates = Readonly<Record<string, FenceState>>

export interface FenceEvent {
  readonly type: 'geofence.enter' | 'geofence.exit' | 'geofence.dwell' | 'geofence.speed'
  readonly fence: string
  readonly timeMs: number
  /** For exit: how long it was inside. */
  readonly insideS?: number
  /** For speed: the limit. */
  readonly maxSpeedMs?: number
}

/** An asset at the time of a fix. */
export interface WatchedFix {
  readonly fix: Fix
  readonly kind: AssetKind
  readonly speedMs: number
  readonly route: AssetRoute | undefined
  /** Whether a geofence applies to the asset. */
  readonly isWatchedBy: (fence: Fence) => boolean
}

/** Fixes are never more accurate than this, regardless of what they report. */
const MIN_ACCURACY_M = 5
/**
 * A boundary is crossed when a fix is beyond it by this multiple of its accuracy. For an asset on the boundary, this
 * applies to 0.1 % of fixes.
 */
const EXIT_ACCURACIES = 2
/** The asset is slower again below this share of the limit. */
const SLOWER_SHARE = 0.95

/** The geofences of an account, prepared for many fixes. */
export class FenceSet {
  readonly fences: ReadonlyMap<string, Fence>
  private readonly shapes: readonly { readonly fence: Fence; readonly shape: FenceShape }[]
  private readonly plans: readonly Fence[]
  private readonly index: FenceIndex

  constructor(fences: readonly Fence[]) {
    this.fences = new Map(fences.map((fence) => [fence.id, fence]))
    this.shapes = fences.flatMap((fence) => ('box' in fence.shape ? [{ fence, shape: fence.shape }] : []))
    this.plans = fences.filter(({ shape }) => 'alongPlanM' in shape)
    this.index = new FenceIndex(this.shapes.map(({ shape }) => shape.box))
  }

  /** The states after a fix that moved the live position, and the events. */
  advance(before: FenceStates, watched: WatchedFix): { states: FenceStates; events: FenceEvent[] } {
    const { latitude, longitude } = watched.fix
    const candidates = new Set<Fence>()
    // An asset outside a box is outside the shape. The margins matter only for those that it is in.
    this.index.forEachAt(latitude, longitude, (at) => candidates.add(this.shapes[at].fence))
    for (const id of Object.keys(before)) {
      const fence = this.fences.get(id)
      if (fence) candidates.add(fence)
    }
    if (watched.route) for (const fence of this.plans) candidates.add(fence)
    const states: Record<string, FenceState> = {}
    const events: FenceEvent[] = []
    for (const fence of candidates) {
      if (!watched.isWatchedBy(fence)) continue
      const state = advanceFence(fence, before[fence.id], watched, events)
      if (state) states[fence.id] = state
    }
    return { states, events }
  }

  /** Events without a new fix: stays that have become long enough. */
  advanceTime(before: FenceStates, nowMs: number): { states: FenceStates; events: FenceEvent[] } {
    const events: FenceEvent[] = []
    const entries = Object.entries(before).map(([id, state]): [string, FenceState] => {
      const fence = this.fences.get(id)
      return [id, fence ? advanceDwell(fence, state, nowMs, events) : state]
    })
    return { states: Object.fromEntries(entries), events }
  }

  /** When `advanceTime` may report something; undefined if never. */
  findNextMs(states: FenceStates): number | undefined {
    let nextMs: number | undefined
    for (const [id, { inMs, hasDwelt }] of Object.entries(states)) {
      const dwellS = this.fences.get(id)?.rules.dwellS
      if (dwellS === undefined || inMs === undefined || hasDwelt) continue
      nextMs = Math.min(nextMs ?? Number.POSITIVE_INFINITY, inMs + 1000 * dwellS)
    }
    return nextMs
  }
}

/** Undefined: outside, and not entering. */
function advanceFence(
  fence: Fence,
  before: FenceState | undefined,
  watched: WatchedFix,
  events: FenceEvent[],
): FenceState | undefined {
  const { fix, kind } = watched
  const accuracyM = Math.max(MIN_ACCURACY_M, getAccuracyM(fix, kind))
  const exitM = EXIT_ACCURACIES * accuracyM
  const measured = measureFence(fence, watched, 2 * exitM)
  // The planned route was removed, so there is no corridor to leave.
  if (!measured) return undefined
  const { distanceM, sizeM } = measured
  const inside =
    before?.inMs === undefined
      ? enter(fence, before, { distanceM, sizeM, accuracyM }, fix, events)
      : exit(fence, before, { distanceM, exitM }, fix, events)
  if (inside?.inMs === undefined) return inside
  const dwelling = advanceDwell(fence, inside, fix.timeMs, events)
  return advanceSpeed(fence, dwelling, watched, events)
}

function measureFence({ shape }: Fence, { fix, route }: WatchedFix, maxM: number) {
  const { latitude, longitude } = fix
  if ('box' in shape) return { distanceM: shape.distanceM(latitude, longitude, maxM), sizeM: shape.sizeM }
  if (!route) return undefined
  return { distanceM: distanceFromLine(route, latitude, longitude) - shape.alongPlanM, sizeM: shape.alongPlanM }
}

/**
 * A fix well inside confirms the entry at once; otherwise the next fix must be inside too, because one fix near the
 * boundary may be noise. A fix that is coarser than the geofence confirms nothing.
 */
function enter(
  { id, rules }: Fence,
  before: FenceState | undefined,
  { distanceM, sizeM, accuracyM }: { distanceM: number; sizeM: number; accuracyM: number },
  { timeMs }: Fix,
  events: FenceEvent[],
): FenceState | undefined {
  if (accuracyM > 2 * sizeM + 20) return before
  if (distanceM > 0) return undefined
  const isWellInside = -distanceM >= Math.min(accuracyM, sizeM / 2)
  if (!isWellInside && before?.crossingMs === undefined) return { crossingMs: timeMs }
  const inMs = before?.crossingMs ?? timeMs
  if (rules.enter) events.push({ type: 'geofence.enter', fence: id, timeMs: inMs })
  return { inMs }
}

/** A fix far outside confirms the exit at once; a fix beyond the margin needs a second one. */
function exit(
  { id, rules }: Fence,
  before: FenceState & { readonly inMs?: number },
  { distanceM, exitM }: { distanceM: number; exitM: number },
  { timeMs }: Fix,
  events: FenceEvent[],
): FenceState | undefined {
  const { crossingMs, inMs = timeMs, ...rest } = before
  if (distanceM <= exitM) return { inMs, ...rest }
  if (distanceM < 2 * exitM && crossingMs === undefined) return { inMs, ...rest, crossingMs: timeMs }
  const outMs = crossingMs ?? timeMs
  const insideS = Math.max(0, Math.round((outMs - inMs) / 1000))
  if (rules.exit) events.push({ type: 'geofence.exit', fence: id, timeMs: outMs, insideS })
  return undefined
}

function advanceDwell({ id, rules }: Fence, state: FenceState, nowMs: number, events: FenceEvent[]): FenceState {
  const { inMs, hasDwelt, crossingMs } = state
  if (rules.dwellS === undefined || inMs === undefined || hasDwelt || crossingMs !== undefined) return state
  const dueMs = inMs + 1000 * rules.dwellS
  if (nowMs < dueMs) return state
  events.push({ type: 'geofence.dwell', fence: id, timeMs: dueMs })
  return { ...state, hasDwelt: true }
}

/** Two fixes above the limit, because one may be an error. It is reported again after the asset has slowed down. */
function advanceSpeed(
  { id, rules: { maxSpeedMs } }: Fence,
  state: FenceState,
  { fix, speedMs }: WatchedFix,
  events: FenceEvent[],
): FenceState {
  const { fastMs, isSpeedReported, ...rest } = state
  if (maxSpeedMs === undefined) return rest
  if (speedMs <= maxSpeedMs * SLOWER_SHARE) return rest
  if (isSpeedReported) return { ...rest, isSpeedReported }
  if (speedMs <= maxSpeedMs) return fastMs === undefined ? rest : { ...rest, fastMs }
  if (fastMs === undefined) return { ...rest, fastMs: fix.timeMs }
  events.push({ type: 'geofence.speed', fence: id, timeMs: fix.timeMs, maxSpeedMs })
  return { ...rest, isSpeedReported: true }
}
