import type { Plan } from '@fairway/road'
import { expect } from 'vitest'
import type { DrawnMap } from './drawn-map.ts'
import { maneuversOf, pathOf, planTrip, secondsOf, type TripOptions } from './drawn-route.ts'

/** Smaller than the effect of any rule. Turn times are rounded to hundredths of a second. */
const TOLERANCE_SECONDS = 0.3

/**
 * Plans a trip between stops of a drawn map and returns an expectation for it. Each stop is a node (`A`) or the
 * midpoint of two (`AB`): `expectRoute(map, 'A', 'C', { avoid: ['tolls'] }).follows('ADEC').takesSeconds(80)`.
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

  /** There is no route, or no road at one of the stops. */
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

  /** The driver instructions, including departure and arrival: `['depart', 'turn right', 'arrive']`. */
  says(maneuvers: readonly string[]): this {
    expect(maneuversOf(this.map, this.plan()), this.trip).toEqual(maneuvers)
    return this
  }

  /** Duration, for comparing two trips. */
  get seconds(): number {
    return secondsOf(this.map, this.plan())
  }

  private plan(): Plan {
    if (this.outcome.kind === 'plan') return this.outcome
    expect(this.outcome.kind, this.trip).toBe('plan')
    throw new Error('unreachable')
  }
}
