import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import type { AssetKind } from '../state/kinds.ts'
import { distanceFromLine } from './corridor.ts'
import { FenceIndex } from './fence-index.ts'
import type { FenceShape } from './fence-shape.ts'

/** Events that a geofence reports. */
export interface FenceRules {
  readonly enter: boolean
  readonly exit: boolean
  /** Time inside, in seconds, after which a dwell event is reported once per stay. */
  readonly dwellS?: number | undefined
  /** Speed limit inside the geofence, in m/s. */
  readonly maxSpeedMs?: number | undefined
}

export interface Fence {
  readonly id: string
  /** Shape of the geofence. A corridor along the planned route has a different shape for each asset. */
  readonly shape: FenceShape | { readonly alongPlanM: number }
  readonly rules: FenceRules
}

/** State of an asset for a geofence that it is in or may be entering, as plain JSON. */
interface FenceState {
  /** Time of entry. Absent while the entry is not confirmed. */
  readonly inMs?: number
  /** Time of the first position on the other side of the boundary, until the crossing is confirmed. */
  readonly crossingMs?: number
  readonly hasDwelt?: true
  /** Start of the current period above the speed limit. */
  readonly fastMs?: number
  readonly isSpeedReported?: true
}
export type FenceStates = Readonly<Record<string, FenceState>>

export interface FenceEvent {
  readonly type: 'geofence.enter' | 'geofence.exit' | 'geofence.dwell' | 'geofence.speed'
  readonly fence: string
  readonly timeMs: number
  /** Time inside the geofence, for exit events. */
  readonly insideS?: number
  /** Speed limit, for speed events. */
  readonly maxSpeedMs?: number
}

/** An asset at the time of a fix. */
export interface WatchedFix {
  readonly fix: Fix
  readonly kind: AssetKind
  readonly speedMs: number
  readonly route: AssetRoute | undefined
  /** Returns whether a geofence applies to the asset. */
  readonly isWatchedBy: (fence: Fence) => boolean
}

/** Minimum accuracy radius. A fix is never treated as more accurate than this, regardless of the reported value. */
const MIN_ACCURACY_M = 5
/**
 * Number of accuracy radii beyond the boundary at which a fix counts as a crossing. For an asset on the boundary, 0.1 %
 * of fixes are that far outside.
 */
const EXIT_ACCURACIES = 2
/** Share of the speed limit at or below which speeding ends. */
const SPEEDING_END_SHARE = 0.95

/** Maximum number of geofences in a list that is searched directly. For so few, creating a set takes longer. */
const MAX_SCANNED_FENCES = 16

/** Geofences of an account, preprocessed for many fixes. */
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

  /** Returns the states and events after a fix that moved the live position. */
  advance(previousStates: FenceStates, watchedFix: WatchedFix): { states: FenceStates; events: FenceEvent[] } {
    const candidates = this.listCandidates(previousStates, watchedFix)
    const states: Record<string, FenceState> = {}
    const events: FenceEvent[] = []
    for (const fence of candidates) {
      if (!watchedFix.isWatchedBy(fence)) continue
      const state = advanceFence(fence, previousStates[fence.id], watchedFix, events)
      if (state) states[fence.id] = state
    }
    return { states, events }
  }

  /** Lists the geofences that the asset may be in, without duplicates. */
  private listCandidates(previousStates: FenceStates, { fix, route }: WatchedFix): readonly Fence[] {
    const indexed: Fence[] = []
    // An asset outside a box is outside the shape. Margins matter only for geofences that the asset is already in.
    this.index.forEachAt(fix.latitude, fix.longitude, (shapeIndex) => indexed.push(this.shapes[shapeIndex].fence))
    const indexedSet = indexed.length > MAX_SCANNED_FENCES ? new Set(indexed) : undefined
    const candidates = [...indexed]
    for (const id of Object.keys(previousStates)) {
      const fence = this.fences.get(id)
      if (fence && !(indexedSet ? indexedSet.has(fence) : indexed.includes(fence))) candidates.push(fence)
    }
    if (route) for (const fence of this.plans) if (!Object.hasOwn(previousStates, fence.id)) candidates.push(fence)
    return candidates
  }

  /** Reports stays that have become long enough without a new fix. */
  advanceTime(previousStates: FenceStates, nowMs: number): { states: FenceStates; events: FenceEvent[] } {
    const events: FenceEvent[] = []
    const entries = Object.entries(previousStates).map(([id, state]): [string, FenceState] => {
      const fence = this.fences.get(id)
      return [id, fence ? advanceDwell(fence, state, nowMs, events) : state]
    })
    return { states: Object.fromEntries(entries), events }
  }

  /** Returns the time when `advanceTime` may report an event, or undefined if it never will. */
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

/** Returns the new state, or undefined if the asset is outside and not entering. */
function advanceFence(
  fence: Fence,
  previousState: FenceState | undefined,
  watchedFix: WatchedFix,
  events: FenceEvent[],
): FenceState | undefined {
  const { fix, kind } = watchedFix
  const accuracyM = Math.max(MIN_ACCURACY_M, getAccuracyM(fix, kind))
  const exitM = EXIT_ACCURACIES * accuracyM
  const measured = measureFence(fence, watchedFix, 2 * exitM)
  // The planned route was removed, so there is no corridor to leave.
  if (!measured) return undefined
  const { distanceM, sizeM } = measured
  const isInside =
    previousState?.inMs === undefined
      ? enterFence(fence, previousState, { distanceM, sizeM, accuracyM }, fix, events)
      : exitFence(fence, previousState, { distanceM, exitM }, fix, events)
  if (isInside?.inMs === undefined) return isInside
  const dwelling = advanceDwell(fence, isInside, fix.timeMs, events)
  return advanceSpeed(fence, dwelling, watchedFix, events)
}

function measureFence({ shape }: Fence, { fix, route }: WatchedFix, maxM: number) {
  const { latitude, longitude } = fix
  if ('box' in shape) return { distanceM: shape.distanceM(latitude, longitude, maxM), sizeM: shape.sizeM }
  if (!route) return undefined
  return { distanceM: distanceFromLine(route, latitude, longitude) - shape.alongPlanM, sizeM: shape.alongPlanM }
}

/**
 * Updates the state of an asset that may be entering. A fix well inside confirms the entry immediately. Otherwise, the
 * next fix must also be inside, because a single fix near the boundary may be noise. A fix that is coarser than the
 * geofence confirms nothing.
 */
function enterFence(
  { id, rules }: Fence,
  previousState: FenceState | undefined,
  { distanceM, sizeM, accuracyM }: { distanceM: number; sizeM: number; accuracyM: number },
  { timeMs }: Fix,
  events: FenceEvent[],
): FenceState | undefined {
  if (accuracyM > 2 * sizeM + 20) return previousState
  if (distanceM > 0) return undefined
  const isWellInside = -distanceM >= Math.min(accuracyM, sizeM / 2)
  if (!isWellInside && previousState?.crossingMs === undefined) return { crossingMs: timeMs }
  const inMs = previousState?.crossingMs ?? timeMs
  if (rules.enter) events.push({ type: 'geofence.enter', fence: id, timeMs: inMs })
  return { inMs }
}

/**
 * Updates the state of an asset that may be leaving. A fix far outside confirms the exit immediately, and a fix just
 * beyond the margin needs a second fix.
 */
function exitFence(
  { id, rules }: Fence,
  previousState: FenceState & { readonly inMs?: number },
  { distanceM, exitM }: { distanceM: number; exitM: number },
  { timeMs }: Fix,
  events: FenceEvent[],
): FenceState | undefined {
  const { crossingMs, inMs = timeMs, ...rest } = previousState
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

/**
 * Reports speeding after two consecutive fixes above the limit, because a single fix may be an error. Speeding is
 * reported again only after the asset has slowed down.
 */
function advanceSpeed(
  { id, rules: { maxSpeedMs } }: Fence,
  state: FenceState,
  { fix, speedMs }: WatchedFix,
  events: FenceEvent[],
): FenceState {
  const { fastMs, isSpeedReported, ...rest } = state
  if (maxSpeedMs === undefined) return rest
  if (speedMs <= maxSpeedMs * SPEEDING_END_SHARE) return rest
  if (isSpeedReported) return { ...rest, isSpeedReported }
  if (speedMs <= maxSpeedMs) return fastMs === undefined ? rest : { ...rest, fastMs }
  if (fastMs === undefined) return { ...rest, fastMs: fix.timeMs }
  events.push({ type: 'geofence.speed', fence: id, timeMs: fix.timeMs, maxSpeedMs })
  return { ...rest, isSpeedReported: true }
}
