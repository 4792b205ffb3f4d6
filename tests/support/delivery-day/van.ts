import { flatDistanceMeters, seededRandom } from '@fairway/geo'

export type Point = readonly [latitude: number, longitude: number]

export interface VanPosition {
  readonly at: Point
  readonly time: string
  readonly speed_ms: number
  readonly accuracy_m: number
}

/** Planned line of a van, and the stops on it. */
export interface VanPlan {
  readonly line: readonly Point[]
  readonly speedMs: number
  readonly targets: readonly { readonly stop: number; readonly alongM: number }[]
}

/** Actual visit of a van to a stop. */
export interface TrueVisit {
  readonly stop: number
  readonly at: Point
  readonly arriveMs: number
  departMs: number
}

/** Seconds between two positions. */
export const INTERVAL_S = 5
/** Maximum relative deviation from the planned speed, drawn again for every leg. */
const PACE_SPREAD = 0.1
const ACCURACY_M = 4

/**
 * Simulates a van that follows its plan, waits at every stop and reports positions with noise. The class records the
 * actual visits.
 */
export class SimulatedVan {
  readonly asset: string
  readonly visits: TrueVisit[] = []
  /** Distance actually driven, in meters. */
  drivenM = 0
  readonly firstMs: number
  private timeMs: number
  private plan: VanPlan = { line: [], speedMs: 0, targets: [] }
  private alongM = 0
  private readonly lengths: number[] = []
  private next = 0
  private pace = 1
  private standUntilMs: number
  private readonly serviceS: number
  private readonly random: () => number

  constructor(asset: string, departMs: number, options: { readonly serviceS: number; readonly seed: number }) {
    this.asset = asset
    this.serviceS = options.serviceS
    this.random = seededRandom(options.seed)
    this.firstMs = departMs - 600_000
    this.timeMs = this.firstMs
    this.standUntilMs = departMs
  }

  /** Makes the van follow another line from now on. The van finishes a service that has begun. */
  follow(plan: VanPlan): void {
    this.plan = plan
    this.lengths.length = 0
    let sum = 0
    for (const [index, point] of plan.line.entries()) {
      const [latitude, longitude] = plan.line[index - 1] ?? point
      sum += flatDistanceMeters(latitude, longitude, ...point)
      this.lengths.push(sum)
    }
    this.alongM = 0
    this.next = 0
    this.drawPace()
  }

  get isStanding(): boolean {
    return this.timeMs < this.standUntilMs
  }

  /** Whether the van has reached the end of its line. */
  get isHome(): boolean {
    return this.alongM >= (this.lengths.at(-1) ?? 0)
  }

  get lastMs(): number {
    return this.timeMs - 1000 * INTERVAL_S
  }

  /** Advances the van to the given time and returns its positions. */
  advance(untilMs: number): VanPosition[] {
    const positions: VanPosition[] = []
    for (; this.timeMs < untilMs; this.timeMs += 1000 * INTERVAL_S) positions.push(this.step())
    return positions
  }

  private step(): VanPosition {
    const speedMs = this.isStanding ? 0 : this.plan.speedMs * this.pace
    const target = this.plan.targets[this.next]
    const endM = target?.alongM ?? this.lengths.at(-1) ?? 0
    const movedM = Math.max(0, Math.min(endM - this.alongM, speedMs * INTERVAL_S))
    this.alongM += movedM
    this.drivenM += movedM
    const here = this.isStanding ? this.visits.at(-1)?.at : undefined
    // A new line may begin on another road next to the van.
    const [latitude, longitude] = here ?? this.locate()
    if (!this.isStanding) {
      const last = this.visits.at(-1)
      if (last && last.departMs === 0) last.departMs = this.timeMs
      if (target && this.alongM >= endM) this.arrive(target.stop, [latitude, longitude])
    }
    const blur = () => (2 * (this.random() - 0.5) * 3) / 111_195
    return {
      at: [latitude + blur(), longitude + blur()],
      time: new Date(this.timeMs).toISOString(),
      speed_ms: movedM / INTERVAL_S,
      accuracy_m: ACCURACY_M,
    }
  }

  private arrive(stop: number, at: Point): void {
    this.visits.push({ stop, at, arriveMs: this.timeMs, departMs: 0 })
    this.standUntilMs = this.timeMs + 1000 * this.serviceS
    this.next++
    this.drawPace()
  }

  private drawPace(): void {
    this.pace = 1 + PACE_SPREAD * (2 * this.random() - 1)
  }

  private locate(): Point {
    const index = this.lengths.findIndex((length) => length >= this.alongM)
    const [to, from] = [this.plan.line[index] ?? this.plan.line.at(-1), this.plan.line[index - 1]]
    if (!to) throw new Error('the van has no line')
    if (!from) return to
    const [before, after] = [this.lengths[index - 1] ?? 0, this.lengths[index] ?? 0]
    const share = after > before ? (this.alongM - before) / (after - before) : 1
    return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
  }
}
