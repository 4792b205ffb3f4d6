import { expect } from 'vitest'
import { getLineLength, metersBetween, type PathReply, type Point, type RouteReply, type Step } from './trips.ts'

/** Tolerances for rounding: replies round once, to a decimeter and to a tenth of a second. */
const METERS_TOLERANCE = 0.1
const SECONDS_TOLERANCE = 0.1

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Expects `actual` to be within `tolerance` of `expected`, and names the value in the message. */
function expectNear(actual: number, expected: number, tolerance: number, label: string): void {
  expect(Math.abs(actual - expected), `${label}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(
    tolerance + 1e-9,
  )
}

/**
 * Expects all parts of a route to be consistent. The geometry must be in the `points` format, and steps must be
 * present.
 */
export function expectConsistentRoute(route: RouteReply): void {
  expectConsistentPath(route)
  for (const alternative of route.alternatives) expectConsistentPath(alternative)
  const { snapped, legs } = route
  const stops = [snapped.from, ...snapped.via, snapped.to]
  expect(legs.map(({ from }) => from)).toEqual(stops.slice(0, -1).map(({ at }) => at))
  expect(legs.map(({ to }) => to)).toEqual(stops.slice(1).map(({ at }) => at))
  const elapsed = (Date.parse(route.arrive_at) - Date.parse(route.depart_at)) / 60_000
  expectNear(elapsed, route.eta_min, 0.002, 'arrive_at - depart_at')
}

function expectConsistentPath(path: PathReply): void {
  const { legs, steps, geometry, distance_km, eta_min, free_flow_min } = path
  expectNear(
    sum(legs.map((leg) => leg.distance_km)),
    distance_km,
    (METERS_TOLERANCE / 1000) * legs.length,
    'km of the legs',
  )
  expectNear(sum(legs.map((leg) => leg.eta_min)), eta_min, 0.001 * legs.length, 'minutes of the legs')
  expectNear(sum(legs.map((leg) => leg.free_flow_min)), free_flow_min, 0.001 * legs.length, 'free flow of the legs')
  expect(Math.min(distance_km, free_flow_min, eta_min - free_flow_min)).toBeGreaterThanOrEqual(0)
  expect(legs.at(0)?.from).toEqual(geometry.at(0))
  expect(legs.at(-1)?.to).toEqual(geometry.at(-1))
  expectNear(getLineLength(geometry), distance_km * 1000, 1 + distance_km * 10, 'length of the line')
  expectBox(path)
  for (const [index, leg] of legs.entries()) {
    const ofLeg = steps.filter((step) => step.leg === index)
    expectNear(
      sum(ofLeg.map((step) => step.distance_m)),
      leg.distance_km * 1000,
      METERS_TOLERANCE,
      `metres of leg ${index}`,
    )
    expectNear(
      sum(ofLeg.map((step) => step.duration_s)),
      leg.eta_min * 60,
      SECONDS_TOLERANCE,
      `seconds of leg ${index}`,
    )
    const types = ofLeg.map(({ maneuver }) => maneuver.type)
    expect([types.at(0), types.at(-1)]).toEqual(['depart', 'arrive'])
    for (const type of types.slice(1, -1)) expect(['depart', 'arrive']).not.toContain(type)
    expect(ofLeg.at(0)?.maneuver.at).toEqual(leg.from)
    expect(ofLeg.at(-1)?.maneuver.at).toEqual(leg.to)
  }
  expectSteps(steps, geometry)
}

function expectSteps(steps: readonly Step[], geometry: readonly Point[]): void {
  const ranges = steps.map(({ geometry_range }) => geometry_range ?? [Number.NaN, Number.NaN])
  expect(ranges[0]?.[0]).toBe(0)
  expect(ranges.at(-1)).toEqual([geometry.length - 1, geometry.length - 1])
  expect(ranges.slice(1).map(([first]) => first)).toEqual(ranges.slice(0, -1).map(([, last]) => last))
  for (const [index, step] of steps.entries()) {
    const [first, last] = ranges[index] ?? [0, 0]
    expect(step.maneuver.at).toEqual(geometry[first])
    expect(last).toBeGreaterThanOrEqual(first)
    expectNear(
      getLineLength(geometry.slice(first, last + 1)),
      step.distance_m,
      1 + step.distance_m * 0.01,
      `length of step ${index}`,
    )
    expect(step.instruction).toMatch(/^\S.*\S$/)
    expect(step.duration_s).toBeGreaterThanOrEqual(0)
    for (const bearing of [step.maneuver.bearing_before, step.maneuver.bearing_after]) {
      expect(Number.isInteger(bearing) && bearing >= 0 && bearing < 360, `bearing ${bearing}`).toBe(true)
    }
  }
}

function expectBox({ bbox, geometry }: PathReply): void {
  const latitudes = geometry.map(([latitude]) => latitude)
  const longitudes = geometry.map(([, longitude]) => longitude)
  const edges = [Math.min(...latitudes), Math.min(...longitudes), Math.max(...latitudes), Math.max(...longitudes)]
  expect(bbox).toEqual(edges)
}

/** Returns whether a line enters a rectangle, checked every few meters. */
export function entersBox(line: readonly Point[], [south, west, north, east]: PathReply['bbox']): boolean {
  return line.slice(1).some((end, index) => {
    const start = line[index] ?? end
    const sampleCount = Math.ceil(metersBetween(start, end) / 5) + 1
    return Array.from({ length: sampleCount + 1 }, (_, sampleIndex) => {
      const share = sampleIndex / sampleCount
      const y = start[0] + (end[0] - start[0]) * share
      const x = start[1] + (end[1] - start[1]) * share
      return y > south && y < north && x > west && x < east
    }).some(Boolean)
  })
}
