import { describe, expect, test } from 'vitest'
import { expectFlight, expectRefusal, here, minutes, since, wall } from '../testing/ask-flight.ts'
import { drawCorridor } from '../testing/draw-zones.ts'

describe('corridors', () => {
  const lane = drawCorridor('lane', [here(-4500, 300), here(4500, 300)])

  test('are used where they help', () => {
    const flight = expectFlight([], {}, [lane])
    expect(flight.path).toBe('mixed')
    expect(flight.corridors).toMatchObject([{ id: 'lane' }])
    expect(flight.corridorMeters).toBeGreaterThan(7500)
    expect(flight.line.length).toBeLessThan(12)
    expect(expectFlight([], { corridors: 'ignore' }, [lane]).path).toBe('direct')
    expect(expectFlight([], {}, [drawCorridor('far', [here(-4500, 4000), here(4500, 4000)])]).path).toBe('direct')
  })

  test('respect direction, times and altitude band', () => {
    const back = drawCorridor('back', [here(4500, 300), here(-4500, 300)], { direction: 'forward' })
    expect(expectFlight([], {}, [back]).path).toBe('direct')
    expect(expectFlight([], { from: here(5000, 0), to: here(-5000, 0) }, [back]).path).toBe('mixed')
    expect(expectFlight([], {}, [{ ...lane, times: since(minutes(60)) }]).path).toBe('direct')
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
    const flight = expectFlight([wall()], {}, [lane])
    expect(flight.zonesAvoided.map(({ id }) => id)).toEqual(['wall'])
    expect(flight.distanceMeters).toBeGreaterThan(11_000)
  })

  test('only: allows only the access legs outside, however long', () => {
    const far = drawCorridor('far', [here(-4500, 4000), here(4500, 4000)])
    const flight = expectFlight([], { corridors: 'only' }, [far])
    expect(flight.corridors).toMatchObject([{ id: 'far' }])
    expect(flight.corridorMeters).toBeCloseTo(9000, -1)
    expect(expectRefusal([], { corridors: 'only' })).toEqual({ kind: 'no-corridor', field: 'to' })
    const torn = [
      drawCorridor('one', [here(-4500, 0), here(-1000, 0)]),
      drawCorridor('two', [here(1000, 0), here(4500, 0)]),
    ]
    expect(expectRefusal([], { corridors: 'only' }, torn)).toMatchObject({ kind: 'no-corridor', field: 'to' })
  })

  test('only: requires at least half of the path in corridors', () => {
    const middle = (half: number) => drawCorridor('middle', [here(-half, 0), here(half, 0)])
    expect(expectFlight([], { corridors: 'only' }, [middle(2510)]).corridorMeters).toBeCloseTo(5020, -1)
    const refusal = expectRefusal([], { corridors: 'only' }, [middle(2490)])
    if (refusal.kind !== 'no-corridor') throw new Error(refusal.kind)
    expect(refusal.best?.insideKm).toBeCloseTo(4.98, 2)
    expect(refusal.best?.flownKm).toBeCloseTo(10, 2)
  })

  test('only: rejects a corridor in the opposite direction, even for a short hop', () => {
    const back = drawCorridor('back', [here(4900, 300), here(-4900, 300)], { direction: 'forward' })
    const refusal = expectRefusal([], { corridors: 'only' }, [back])
    expect(refusal).toMatchObject({ kind: 'no-corridor', field: 'to' })
    const there = expectFlight([], { corridors: 'only', from: here(5000, 0), to: here(-5000, 0) }, [back])
    expect(there.corridorMeters / there.distanceMeters).toBeGreaterThan(0.9)
  })

  test('can be changed where they cross', () => {
    const cross = [
      drawCorridor('east', [here(-5000, 100), here(3000, 100)]),
      drawCorridor('north', [here(2000, -1000), here(2000, 6000)]),
    ]
    const flight = expectFlight([], { corridors: 'only', to: here(2000, 6000), from: here(-5000, 100) }, cross)
    expect(flight.path).toBe('corridor')
    expect(flight.corridors.map(({ id }) => id)).toEqual(['east', 'north'])
    expect(flight.distanceMeters).toBeCloseTo(7000 + 5900, -1)
  })

  test('are skipped when the detour exceeds the range', () => {
    const aircraft = { rangeKm: 11.03, reservePct: 0 }
    const bent = drawCorridor('bent', [here(-5000, 200), here(0, 900), here(5000, 200)])
    expect(expectFlight([], {}, [bent]).corridorMeters).toBeGreaterThan(0)
    expect(expectFlight([], { aircraft }, [bent]).path).toBe('direct')
  })
})
