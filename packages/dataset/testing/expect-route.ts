import type { Plan } from '@fairway/road'
import { expect } from 'vitest'
import type { DrawnMap } from './drawn-map.ts'
import { maneuversOf, pathOf, planTrip, secondsOf, type TripOptions } from './drawn-route.ts'

/** Less than any rule is worth; turns into whole hundredths of a second are rounded. */
const TOLERANCE_SECONDS = 0.3

/**
 * Plans a trip between stops of a drawn map, each a node (`A`) or the middle between two (`AB`), to say what is expected:
 * `expectRoute(map, 'A', 'C', { avoid: ['tolls'] }).follows('ADEC').takesSeconds(80)`.
 */
export function expectRoute(map: DrawnMap, from: string, to: string, options: TripOptions = {}): RouteExpectation {
  return new RouteExpectation(map, from, to, options)
}

export class RouteExpectation {
  private readonly map: DrawnMap
  private readonly trip: string
  private readonly outcome: ReturnType<typeof planTrip>

  constructor(map: DrawnMap, from: string, to: string, options: TripOptions) {
    this.map = map
    const asked = Object.keys(options).length > 0 ? ` ${JSON.stringify(options)}` : ''
    this.trip = `${from} → ${to}${asked} on${map.drawing.replace(/\s+$/, '')}\n`
    this.outcome = planTrip(map, from, to, options)
  }

  /** The route passes exactly these nodes, in this order. */
  follows(path: string): this {
    expect(pathOf(this.map, this.plan()), this.trip).toBe(path)
    return this
  }

  /** There is no way, or no road at one of the stops. */
  fails(): this {
    const found = this.outcome.kind === 'plan' ? pathOf(this.map, this.outcome) : 'no route'
    expect(found, this.trip).toBe('no route')
    return this
  }

  takesSeconds(seconds: number, tolerance = TOLERANCE_SECONDS): this {
    const found = secondsOf(this.map, this.plan())
    expect(Math.abs(found - seconds), `${found} s instead of ${seconds} s, ${this.trip}`).toBeLessThanOrEqual(tolerance)
    return this
  }

  /** What the driver is told, the departure and the arrival included: `['depart', 'turn right', 'arrive']`. */
  says(maneuvers: readonly string[]): this {
    expect(maneuversOf(this.map, this.plan()), this.trip).toEqual(maneuvers)
    return this
  }

  /** How long it takes, for comparing two trips. */
  get seconds(): number {
    return secondsOf(this.map, this.plan())
  }

  private plan(): Plan {
    if (this.outcome.kind === 'plan') return this.outcome
    expect(this.outcome.kind, this.trip).toBe('plan')
    throw new Error('unreachable')
  }
}
