import { describe, expect, test } from 'vitest'
import {
  expectFlight,
  expectRefusal,
  makeWall,
  minutesAfterDeparture,
  positionAt,
  validSince,
} from '../testing/ask-flight.ts'
import { makeCorridor } from '../testing/draw-zones.ts'

describe('corridors', () => {
  const lane = makeCorridor('lane', [positionAt(-4500, 300), positionAt(4500, 300)])

  test('are used where they help', () => {
    const flight = expectFlight([], {}, [lane])
    expect(flight.path).toBe('mixed')
    expect(flight.corridors).toMatchObject([{ id: 'lane' }])
    expect(flight.corridorMeters).toBeGreaterThan(7500)
    expect(flight.line.length).toBeLessThan(12)
    expect(expectFlight([], { corridors: 'ignore' }, [lane]).path).toBe('direct')
    expect(expectFlight([], {}, [makeCorridor('far', [positionAt(-4500, 4000), positionAt(4500, 4000)])]).path).toBe(
      'direct',
    )
  })

  test('respect direction, times and altitude band', () => {
    const back = makeCorridor('back', [positionAt(4500, 300), positionAt(-4500, 300)], { direction: 'forward' })
    expect(expectFlight([], {}, [back]).path).toBe('direct')
    expect(expectFlight([], { from: positionAt(5000, 0), to: positionAt(-5000, 0) }, [back]).path).toBe('mixed')
    expect(expectFlight([], {}, [{ ...lane, times: validSince(minutesAfterDeparture(60)) }]).path).toBe('direct')
    expect(
      expectFlight([], { altitudeM: 80 }, [{ ...lane, band: { upper: { meters: 79, above: 'ground' } } }]).path,
    ).toBe('direct')
    expect(
      expectFlight([], { altitudeM: 80 }, [{ ...lane, band: { upper: { meters: 80, above: 'ground' } } }]).path,
    ).toBe('mixed')
  })

  test('set the altitude when none is requested', () => {
    const low = {
      ...lane,
      band: { lower: { meters: 40, above: 'ground' }, upper: { meters: 60, above: 'ground' } },
    } as const
    expect(expectFlight([], {}, [low])).toMatchObject({ path: 'mixed', cruiseAltitudeM: 60 })
  })

  test('yield to zones', () => {
    const flight = expectFlight([makeWall()], {}, [lane])
    expect(flight.zonesAvoided.map(({ id }) => id)).toEqual(['wall'])
    expect(flight.distanceMeters).toBeGreaterThan(11_000)
  })

  test('only: allows only the access legs outside, however long', () => {
    const far = makeCorridor('far', [positionAt(-4500, 4000), positionAt(4500, 4000)])
    const flight = expectFlight([], { corridors: 'only' }, [far])
    expect(flight.corridors).toMatchObject([{ id: 'far' }])
    expect(flight.corridorMeters).toBeCloseTo(9000, -1)
    expect(expectRefusal([], { corridors: 'only' })).toEqual({ kind: 'no-corridor', field: 'to' })
    const torn = [
      makeCorridor('one', [positionAt(-4500, 0), positionAt(-1000, 0)]),
      makeCorridor('two', [positionAt(1000, 0), positionAt(4500, 0)]),
    ]
    expect(expectRefusal([], { corridors: 'only' }, torn)).toMatchObject({ kind: 'no-corridor', field: 'to' })
  })

  test('only: requires at least half of the path in corridors', () => {
    const middle = (half: number) => makeCorridor('middle', [positionAt(-half, 0), positionAt(half, 0)])
    expect(expectFlight([], { corridors: 'only' }, [middle(2510)]).corridorMeters).toBeCloseTo(5020, -1)
    const refusal = expectRefusal([], { corridors: 'only' }, [middle(2490)])
    if (refusal.kind !== 'no-corridor') throw new Error(refusal.kind)
    expect(refusal.bestAttempt?.insideKm).toBeCloseTo(4.98, 2)
    expect(refusal.bestAttempt?.flownKm).toBeCloseTo(10, 2)
  })

  test('only: rejects a corridor in the opposite direction, even for a short hop', () => {
    const back = makeCorridor('back', [positionAt(4900, 300), positionAt(-4900, 300)], { direction: 'forward' })
    const refusal = expectRefusal([], { corridors: 'only' }, [back])
    expect(refusal).toMatchObject({ kind: 'no-corridor', field: 'to' })
    const outbound = expectFlight([], { corridors: 'only', from: positionAt(5000, 0), to: positionAt(-5000, 0) }, [
      back,
    ])
    expect(outbound.corridorMeters / outbound.distanceMeters).toBeGreaterThan(0.9)
  })

  test('can be changed where they cross', () => {
    const cross = [
      makeCorridor('east', [positionAt(-5000, 100), positionAt(3000, 100)]),
      makeCorridor('north', [positionAt(2000, -1000), positionAt(2000, 6000)]),
    ]
    const flight = expectFlight(
      [],
      { corridors: 'only', to: positionAt(2000, 6000), from: positionAt(-5000, 100) },
      cross,
    )
    expect(flight.path).toBe('corridor')
    expect(flight.corridors.map(({ id }) => id)).toEqual(['east', 'north'])
    expect(flight.distanceMeters).toBeCloseTo(7000 + 5900, -1)
  })

  test('are skipped when the detour exceeds the range', () => {
    const aircraft = { rangeKm: 11.03, reservePct: 0 }
    const bent = makeCorridor('bent', [positionAt(-5000, 200), positionAt(0, 900), positionAt(5000, 200)])
    expect(expectFlight([], {}, [bent]).corridorMeters).toBeGreaterThan(0)
    expect(expectFlight([], { aircraft }, [bent]).path).toBe('direct')
  })
})
