import { isInForce } from '@fairway/air'
import { flatDistanceMeters } from '@fairway/geo'
import { expect, test } from 'vitest'
import { defaultZones, toAirfieldZones } from './default-zones.ts'
import { readSampleCorridors } from './sample-corridors.ts'

const field = { identifier: 'XXXX', name: 'Test', latitude: 1, longitude: 2 }
const runway = (meters: number, closed = false) => ({ length: meters / 0.3048, closed })
const radius = (type: string, ...runways: ReturnType<typeof runway>[]) => {
  const [zone] = toAirfieldZones([{ ...field, type, runways }])
  const outline = zone?.volumes[0]?.outline
  return outline?.kind === 'circle' ? Math.round(outline.radiusMeters) : undefined
}

test('has one zone per aerodrome in the world, each requiring authorization by its operator', () => {
  const { zones, attribution } = defaultZones()
  expect(zones.length).toBeGreaterThan(70_000)
  expect(new Set(zones.map(({ id }) => id)).size).toBe(zones.length)
  expect(attribution).toContain('OurAirports')
  const carrasco = zones.find(({ id }) => id === 'airport:SUMU')
  expect(carrasco).toMatchObject({
    rule: 'authorisation',
    volumes: [{ outline: { kind: 'circle', radiusMeters: 4630 }, band: { upper: { meters: 609.6, above: 'ground' } } }],
    times: [],
  })
  expect(carrasco?.authorities[0]?.name).toContain('SUMU')
})

test('sizes zones by kind and by the longest open runway', () => {
  expect(radius('large_airport')).toBe(4630)
  expect(radius('medium_airport', runway(1850))).toBe(3704)
  expect(radius('medium_airport', runway(1851))).toBe(4630)
  expect(radius('medium_airport', runway(1000), runway(3000, true))).toBe(3704)
  expect(radius('small_airport', runway(1000))).toBe(2000)
  expect(radius('small_airport')).toBe(1900)
  expect(radius('small_airport', runway(9000))).toBe(3704)
  expect(radius('seaplane_base')).toBe(1500)
  expect(radius('heliport', runway(30))).toBe(500)
  expect(radius('balloonport')).toBe(300)
})

test('skips closed aerodromes, unknown kinds and invalid positions', () => {
  expect(toAirfieldZones([{ ...field, type: 'closed', runways: [] }])).toEqual([])
  expect(toAirfieldZones([{ ...field, type: 'spaceport', runways: [] }])).toEqual([])
  expect(toAirfieldZones([{ ...field, type: 'heliport', latitude: 91, runways: [] }])).toEqual([])
  expect(toAirfieldZones([{ ...field, type: 'heliport', latitude: Number.NaN, runways: [] }])).toEqual([])
})

test('marks sample corridors as samples, outside all default zones', () => {
  const { corridors, zones, attribution, warnings } = readSampleCorridors()
  expect([corridors.length, zones.length, warnings]).toEqual([5, 0, undefined])
  expect(attribution).toMatch(/^SAMPLE/)
  const near = defaultZones().zones.flatMap(({ id, volumes }) => {
    const outline = volumes[0]?.outline
    const isNear = outline?.kind === 'circle' && Math.hypot(outline.center[0] + 34.9, outline.center[1] + 56.15) < 0.5
    return isNear ? [{ id, outline }] : []
  })
  expect(near.length).toBeGreaterThan(3)
  for (const { name, line, widthMeters, band } of corridors) {
    expect(name).toMatch(/^SAMPLE /)
    expect([band.lower?.above, band.upper?.meters]).toEqual(['ground', 120])
    for (let index = 1; index < line.length; index++) {
      for (let share = 0; share <= 1; share += 0.02) {
        const [from, to] = [line[index - 1], line[index]]
        const [latitude, longitude] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
        for (const { id, outline } of near) {
          const distanceMeters = flatDistanceMeters(latitude, longitude, outline.center[0], outline.center[1])
          expect(distanceMeters, `${name} and ${id}`).toBeGreaterThan(outline.radiusMeters + widthMeters)
        }
      }
    }
  }
  const oneWayCorridor = corridors.find(({ direction }) => direction === 'forward')
  expect(isInForce(oneWayCorridor?.times ?? [], Date.parse('2026-03-02T12:00:00Z'), [-34.9, -56.15])).toBe(true)
  expect(isInForce(oneWayCorridor?.times ?? [], Date.parse('2026-03-01T12:00:00Z'), [-34.9, -56.15])).toBe(false)
})
