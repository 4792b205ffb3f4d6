import { describe, expect, test } from 'vitest'
import type { Point } from '../../../points.ts'
import { distanceMeters, movePoint, positionAt, toTimedPath } from './drive.ts'
import { Vehicle } from './vehicle.ts'

const start: Point = [-34.9, -56.2]
const corner = movePoint(start, 90, 1_000)
const destination = movePoint(corner, 0, 500)
const route = {
  id: 'rt_1',
  distance_km: 1.5,
  eta_min: 3,
  geometry: [start, corner, destination],
  steps: [
    { duration_s: 100, geometry_range: [0, 1] as const },
    { duration_s: 80, geometry_range: [1, 2] as const },
  ],
}

describe('simulated trip', () => {
  test('follows the step times, and moves at constant speed within each step', () => {
    const timedPath = toTimedPath(route)
    expect(timedPath.secondsAt).toEqual([0, 100, 180])
    const halfway = positionAt(timedPath, 50)
    expect(distanceMeters(start, halfway?.at ?? start)).toBeCloseTo(500, 0)
    expect([halfway?.heading, halfway?.speedMs]).toEqual([expect.closeTo(90, 1), expect.closeTo(10, 1)])
    expect(positionAt(timedPath, 1_000)).toMatchObject({ at: destination, speedMs: 0, isEnd: true })
  })

  test('moves at constant speed along the whole route without steps', () => {
    expect(toTimedPath({ ...route, steps: [] }).secondsAt.map(Math.round)).toEqual([0, 120, 180])
  })

  test('begins at the position of the vehicle, which first joins the line', () => {
    const timedPath = toTimedPath(route, movePoint(start, 180, 80))
    expect(timedPath.points).toHaveLength(4)
    expect(timedPath.secondsAt[1]).toBeCloseTo(10, 1)
    expect(positionAt(timedPath, 5)?.heading).toBeCloseTo(0, 0)
  })
})

describe('simulated vehicle', () => {
  test('arrives after the planned time, earlier the faster it is, and its battery drains', () => {
    const vehicle = new Vehicle(toTimedPath(route))
    for (let second = 0; second < 89; second++) vehicle.advance(1, 2)
    expect(vehicle.hasArrived).toBe(false)
    vehicle.advance(2, 2)
    expect(vehicle.hasArrived).toBe(true)
    const fix = vehicle.toFix(Date.UTC(2026, 5, 16))
    expect(fix).toMatchObject({ time: '2026-06-16T00:00:00.000Z', speed_ms: 0 })
    expect(fix.battery_pct).toBeCloseTo(92 - 1.5 * 0.8, 1)
    expect(distanceMeters(fix.at, destination)).toBeLessThan(0.2)
  })

  test('never exceeds the maximum speed that the service accepts for a vehicle', () => {
    const vehicle = new Vehicle(toTimedPath({ ...route, eta_min: 0.5, steps: [] }))
    vehicle.advance(1, 4)
    expect(distanceMeters(start, vehicle.position)).toBeCloseTo(55, 0)
    expect(vehicle.toFix(0).speed_ms).toBe(55)
  })

  test('leaves its route permanently, but no farther than a side street, until it gets another route', () => {
    const vehicle = new Vehicle(toTimedPath(route))
    vehicle.advance(30, 1)
    const positionBefore = vehicle.position
    vehicle.leaveRoute()
    for (let second = 0; second < 20; second++) vehicle.advance(1, 1)
    expect(distanceMeters(positionBefore, vehicle.position)).toBeCloseTo(180, 0)
    for (let second = 0; second < 200; second++) vehicle.advance(1, 1)
    expect(distanceMeters(positionBefore, vehicle.position)).toBeCloseTo(450, 0)
    expect([vehicle.isOffRoute, vehicle.toFix(0).speed_ms]).toEqual([true, 0])
    vehicle.followPath(toTimedPath(route, vehicle.position))
    vehicle.advance(1, 1)
    expect([vehicle.isOffRoute, vehicle.hasArrived]).toEqual([false, false])
  })
})
