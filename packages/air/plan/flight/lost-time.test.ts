import { describe, expect, test } from 'vitest'
import {
  expectFlight,
  expectRefusal,
  minutesAfterDeparture,
  positionAt,
  validSince,
  validUntil,
} from '../../testing/ask-flight.ts'
import { makeCorridor, makePolygon, makeRectangle, makeZone, rectangleCorners } from '../../testing/draw-zones.ts'

/** A ring-shaped zone around the destination, in force until `untilMs`. */
const donut = (untilMs: number) =>
  makeZone(
    'donut',
    makePolygon(positionAt(5000, 0), rectangleCorners(-1500, -1500, 1500, 1500), [
      rectangleCorners(-600, -600, 600, 600),
    ]),
    {
      times: validUntil(untilMs),
    },
  )
const parallelCorridor = makeCorridor('aside', [positionAt(-4000, 6000), positionAt(4000, 6000)])
const overrides = { from: positionAt(0, 0), to: positionAt(5000, 0), aircraft: { rangeKm: 60 } }

describe('time spent in the air', () => {
  test('is not extended in a corridor to wait until a zone ends', () => {
    const refusal = expectRefusal([donut(minutesAfterDeparture(10))], overrides, [parallelCorridor])
    expect(refusal).toMatchObject({ kind: 'no-path', zones: [{ id: 'donut' }] })
    // The zone with its margin is 3,470 m away, which takes 231.3 s of cruise after a climb of 33.3 s.
    const earliest = minutesAfterDeparture(10) - (3470 / 15 + 100 / 3) * 1000
    expect(refusal).toHaveProperty('earliestDepartureMs', Math.ceil(earliest / 1000) * 1000)
    const flight = expectFlight(
      [donut(minutesAfterDeparture(10))],
      { ...overrides, departAtMs: minutesAfterDeparture(6) },
      [parallelCorridor],
    )
    expect(flight.distanceMeters).toBeCloseTo(5000, 0)
  })

  test('is not extended at the corners of other zones', () => {
    const otherCorridors = [
      makeZone('a', makeRectangle(positionAt(2000, 2500), -200, -200, 200, 200)),
      makeZone('b', makeRectangle(positionAt(1000, -2500), -200, -200, 200, 200)),
    ]
    for (const at of [0, 2, 4, 5]) {
      expect(
        expectRefusal([donut(minutesAfterDeparture(10)), ...otherCorridors], {
          ...overrides,
          departAtMs: minutesAfterDeparture(at),
        }).kind,
      ).toBe('no-path')
    }
  })

  test('may be long enough because of a detour made for another reason', () => {
    const fence = makeZone('fence', makeRectangle(positionAt(1500, 0), -100, -4000, 100, 4000))
    // With the detour, the zone is reached after 8,700 m instead of 3,470 m, which takes 10 minutes.
    const flight = expectFlight([donut(minutesAfterDeparture(9)), fence], overrides)
    expect(flight.distanceMeters).toBeGreaterThan(9000)
    expect(expectRefusal([donut(minutesAfterDeparture(14)), fence], overrides).kind).toBe('no-path')
  })

  test('is not extended until a corridor opens', () => {
    const near = makeCorridor('near', [positionAt(0, 300), positionAt(9000, 300)], {
      times: validSince(minutesAfterDeparture(3)),
    })
    const flight = expectFlight([], { ...overrides, to: positionAt(9000, 0) }, [near])
    expect(flight.distanceMeters).toBeLessThan(9100)
  })
})
