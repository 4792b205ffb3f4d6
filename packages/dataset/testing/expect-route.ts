import type { Plan } from '@fairway/road'
import { expect } from 'vitest'
import type { DrawnMap } from './drawn-map.ts'
import { findRoute, listManeuvers, listModes, type RouteOptions, sumSeconds, toPathLetters } from './drawn-route.ts'

/**
 * Tolerance for durations in seconds, smaller than the effect of any rule. Turn times are rounded to hundredths of a
 * second.
 */
const TOLERANCE_SECONDS = 0.3

/**
 * Plans a trip between stops of a drawn map and returns an expectation for the trip. Each stop is a node (`A`) or the
 * midpoint of two nodes (`AB`). Example:
 * `expectRoute(map, 'A', 'C', { avoid: ['tolls'] }).follows('ADEC').takesSeconds(80)`.
 */
export function expectRoute(map: DrawnMap, from: string, to: string, options: RouteOptions = {}): RouteExpectation {
  return new RouteExpectation(map, from, to, options)
}

export class RouteExpectation {
  private readonly map: DrawnMap
  private readonly description: string
  private readonly outcome: ReturnType<typeof findRoute>

  constructor(map: DrawnMap, from: string, to: string, options: RouteOptions) {
    this.map = map
    const optionsText = Object.keys(options).length > 0 ? ` ${JSON.stringify(options)}` : ''
    this.description = `${from} → ${to}${optionsText} on${map.drawing.replace(/\s+$/, '')}\n`
    this.outcome = findRoute(map, from, to, options)
  }

  /** Expects that the route passes exactly these nodes in this order. */
  follows(path: string): this {
    expect(toPathLetters(this.map, this.getPlan()), this.description).toBe(path)
    return this
  }

  /** Expects that there is no route, or no road at one of the stops. */
  fails(): this {
    const actual = this.outcome.kind === 'plan' ? toPathLetters(this.map, this.outcome) : 'no route'
    expect(actual, this.description).toBe('no route')
    return this
  }

  takesSeconds(seconds: number, tolerance = TOLERANCE_SECONDS): this {
    const actual = sumSeconds(this.map, this.getPlan())
    expect(Math.abs(actual - seconds), `${actual} s instead of ${seconds} s, ${this.description}`).toBeLessThanOrEqual(
      tolerance,
    )
    return this
  }

  /**
   * Expects these driver instructions, including departure and arrival, such as `['depart', 'turn right', 'arrive']`.
   */
  announces(maneuvers: readonly string[]): this {
    expect(listManeuvers(this.map, this.getPlan()), this.description).toEqual(maneuvers)
    return this
  }

  /**
   * Expects these travel modes of the steps, including the arrival, such as
   * `['cycling', 'pushing bike', 'pushing bike']`.
   */
  travels(modes: readonly string[]): this {
    expect(listModes(this.map, this.getPlan()), this.description).toEqual(modes)
    return this
  }

  /** Duration in seconds, for comparing two trips. */
  get seconds(): number {
    return sumSeconds(this.map, this.getPlan())
  }

  private getPlan(): Plan {
    if (this.outcome.kind === 'plan') return this.outcome
    expect(this.outcome.kind, this.description).toBe('plan')
    throw new Error('unreachable')
  }
}
