import { accuracyOf, type Fix } from './fix.ts'
import { type Kind, kindLimits } from './kinds.ts'
import { bearing, metersBetween, toVector } from './sphere.ts'

/** How fast and which way, as reported, or else from positions far enough apart to tell. */
export interface Motion {
  readonly speedMs: number
  /** Null as long as it has not moved. */
  readonly courseDeg: number | null
  /** Over how many metres the course was seen; 0 where it was told. */
  readonly courseOverM: number
  /** Where it was lately, the newest last: latitude, longitude, time. */
  readonly trail: readonly TrailPoint[]
  /** When it was last seen moving. */
  readonly movedMs: number
}

type TrailPoint = readonly [number, number, number]

/** Displacement of less than this many accuracies is noise. */
const TELLING_ACCURACIES = 1.5
/** Older positions say nothing about where it heads now. */
const OLDEST_TRAIL_MS = 120_000
const LONGEST_TRAIL = 12
/** The trail has a point for each of these shares of a telling distance, or for each of these times. */
const TRAIL_SHARE = 1 / 8
const TRAIL_MS = 5000

export function firstMotion(fix: Fix): Motion {
  const speedMs = fix.speedMs ?? 0
  return { speedMs, courseDeg: fix.headingDeg ?? null, courseOverM: 0, trail: [trailPoint(fix)], movedMs: fix.timeMs }
}

export function nextMotion(before: Motion, fix: Fix, kind: Kind): Motion {
  const { slowMs, accuracyM } = kindLimits[kind]
  const telling = Math.max(1.5 * accuracyM, TELLING_ACCURACIES * accuracyOf(fix, kind))
  const seen = displacement(before.trail, fix, telling)
  const speedMs = fix.speedMs ?? seen?.speedMs ?? Math.min(before.speedMs, slowest(before.trail, fix, telling))
  const isMoving = speedMs > slowMs
  // Standing receivers report any heading.
  const reported = isMoving ? fix.headingDeg : undefined
  return {
    speedMs,
    courseDeg: reported ?? seen?.courseDeg ?? before.courseDeg,
    courseOverM: reported === undefined ? (seen?.meters ?? before.courseOverM) : 0,
    trail: nextTrail(before.trail, fix, telling),
    movedMs: isMoving ? fix.timeMs : before.movedMs,
  }
}

/** From the latest place that is far enough away to tell. */
function displacement(trail: readonly TrailPoint[], fix: Fix, telling: number) {
  const to = toVector(fix.latitude, fix.longitude)
  for (let i = trail.length - 1; i >= 0; i--) {
    const [latitude, longitude, timeMs] = trail[i]
    const from = toVector(latitude, longitude)
    const meters = metersBetween(from, to)
    if (meters <= telling) continue
    return { speedMs: meters / Math.max(0.2, (fix.timeMs - timeMs) / 1000), courseDeg: bearing(from, to), meters }
  }
  return undefined
}

/** Who has not come far enough to tell has not been faster than that. */
function slowest(trail: readonly TrailPoint[], fix: Fix, telling: number): number {
  return telling / Math.max(0.2, (fix.timeMs - (trail[0]?.[2] ?? fix.timeMs)) / 1000)
}

function nextTrail(trail: readonly TrailPoint[], fix: Fix, telling: number): TrailPoint[] {
  const fresh = trail.filter(([, , timeMs]) => fix.timeMs - timeMs <= OLDEST_TRAIL_MS)
  const last = fresh.at(-1)
  if (last !== undefined) {
    const meters = metersBetween(toVector(last[0], last[1]), toVector(fix.latitude, fix.longitude))
    if (meters < TRAIL_SHARE * telling && fix.timeMs - last[2] < TRAIL_MS) return fresh
  }
  return [...fresh, trailPoint(fix)].slice(-LONGEST_TRAIL)
}

function trailPoint({ latitude, longitude, timeMs }: Fix): TrailPoint {
  return [latitude, longitude, timeMs]
}
