import { describe, expect, test } from 'vitest'
import { expectFlight, expectRefusal, here, minutes, since, until } from '../../testing/ask-flight.ts'
import { block, corners, drawCorridor, drawZone, polygon } from '../../testing/draw-zones.ts'

/** A ring-shaped zone around the destination, in force until `untilMs`. */
const donut = (untilMs: number) =>
  drawZone('donut', polygon(here(5000, 0), corners(-1500, -1500, 1500, 1500), [corners(-600, -600, 600, 600)]), {
    times: until(untilMs),
  })
const aside = drawCorridor('aside', [here(-4000, 6000), here(4000, 6000)])
const wish = { from: here(0, 0), to: here(5000, 0), aircraft: { rangeKm: 60 } }

describe('time spent in the air', () => {
  test('is not extended in a corridor to wait until a zone ends', () => {
    const refusal = expectRefusal([donut(minutes(10))], wish, [aside])
    expect(refusal).toMatchObject({ kind: 'no-path', zones: [{ id: 'donut' }] })
    // The zone with its margin is 3,470 m away: 231.3 s of cruise after a climb of 33.3 s.
    const earliest = minutes(10) - (3470 / 15 + 100 / 3) * 1000
    expect(refusal).toHaveProperty('earliestDepartureMs', Math.ceil(earliest / 1000) * 1000)
    const flight = expectFlight([donut(minutes(10))], { ...wish, departAtMs: minutes(6) }, [aside])
    expect(flight.distanceMeters).toBeCloseTo(5000, 0)
  })

  test('is not extended at the corners of other zones', () => {
    const others = [
      drawZone('a', block(here(2000, 2500), -200, -200, 200, 200)),
      drawZone('b', block(here(1000, -2500), -200, -200, 200, 200)),
    ]
    for (const at of [0, 2, 4, 5]) {
      expect(expectRefusal([donut(minutes(10)), ...others], { ...wish, departAtMs: minutes(at) }).kind).toBe('no-path')
    }
  })

  test('may be late enough through a detour made for another reason', () => {
    const fence = drawZone('fence', block(here(1500, 0), -100, -4000, 100, 4000))
    // The detour to the zone is 8,700 m instead of 3,470 m and takes 10 minutes.
    const flight = expectFlight([donut(minutes(9)), fence], wish)
    expect(flight.distanceMeters).toBeGreaterThan(9000)
    expect(expectRefusal([donut(minutes(14)), fence], wish).kind).toBe('no-path')
  })

  test('is not extended until a corridor opens', () => {
    const near = drawCorridor('near', [here(0, 300), here(9000, 300)], { times: since(minutes(3)) })
    const flight = expectFlight([], { ...wish, to: here(9000, 0) }, [near])
    expect(flight.distanceMeters).toBeLessThan(9100)
  })
})
