import type { Position } from '@fairway/geo'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coordinate, cutAtAntimeridian, toFlightFeature } from './geojson.ts'
import { type PlannedFlight, toPlanFile } from './plan-file.ts'

const flight: PlannedFlight = {
  line: [
    [-34.9, -56.2],
    [-34.9, -56.2],
    [-34.91, -56.19],
    [-34.92, -56.18],
  ],
  altitudesMeters: [0, 70, 80.123, 0],
  altitudesAre: 'above-take-off',
  cruiseSpeedMs: 15,
  keepOutOutlines: [{ kind: 'circle', center: [-34.8356, -56.0265], radiusMeters: 4630 }],
}

describe('ground station plan', () => {
  const plan = toPlanFile(flight)

  test('has the structure that QGroundControl checks', () => {
    expect(plan).toMatchObject({ fileType: 'Plan', version: 1, groundStation: 'QGroundControl' })
    expect(plan.mission).toMatchObject({ version: 2, firmwareType: 12, vehicleType: 2, cruiseSpeed: 15 })
    expect(plan.mission.plannedHomePosition).toEqual([-34.9, -56.2, 0])
    expect(plan.rallyPoints).toEqual({ version: 2, points: [] })
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
  })

  test('takes off, sets the speed, flies the points, lands; numbered from 1, seven parameters each', () => {
    const { items } = plan.mission
    expect(items.map(({ command }) => command)).toEqual([22, 178, 16, 21])
    expect(items.map(({ doJumpId }) => doJumpId)).toEqual([1, 2, 3, 4])
    expect(items.map(({ frame }) => frame)).toEqual([3, 2, 3, 3])
    for (const { params, type, autoContinue } of items) {
      expect([params.length, type, autoContinue]).toEqual([7, 'SimpleItem', true])
    }
    expect(items[0]?.params).toEqual([0, 0, 0, null, -34.9, -56.2, 70])
    expect(items[0]).toMatchObject({ Altitude: 70, AltitudeMode: 1, AMSLAltAboveTerrain: null })
    expect(items[1]).not.toHaveProperty('Altitude')
    expect(items[1]?.params).toEqual([1, 15, -1, 0, 0, 0, 0])
    expect(items[2]?.params).toEqual([0, 0, 0, null, -34.91, -56.19, 80.12])
  })

  test('sets a speed per leg over terrain and in wind, and omits small changes', () => {
    const line: Position[] = [
      ...flight.line.slice(0, 3),
      [-34.915, -56.185],
      [-34.917, -56.183],
      ...flight.line.slice(3),
    ]
    const altitudesMeters = [0, 70, 80, 80, 80, 0]
    const { items } = toPlanFile({
      ...flight,
      line,
      altitudesMeters,
      groundSpeedsMs: [undefined, undefined, 18.123, 18.16, 9, undefined],
    }).mission
    expect(items.map(({ command }) => command)).toEqual([22, 178, 16, 16, 178, 16, 21])
    expect(items.map(({ doJumpId }) => doJumpId)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect([items[1]?.params, items[4]?.params]).toEqual([
      [1, 18.12, -1, 0, 0, 0, 0],
      [1, 9, -1, 0, 0, 0, 0],
    ])
  })

  test('uses altitudes above sea level where they are available', () => {
    const { mission } = toPlanFile({
      ...flight,
      altitudesMeters: [40, 41, 120, 38],
      altitudesAre: 'above-sea',
      takeOffElevationM: 40,
    })
    expect(mission.globalPlanAltitudeMode).toBe(2)
    expect(mission.plannedHomePosition).toEqual([-34.9, -56.2, 40])
    expect(mission.items.map(({ frame }) => frame)).toEqual([0, 2, 0, 0])
    expect(mission.items[0]?.params[6]).toBe(45)
  })

  test('turns zones into exclusion fences, and keeps holes open', () => {
    expect(plan.geoFence).toEqual({
      version: 2,
      circles: [{ version: 1, inclusion: false, circle: { center: [-34.8356, -56.0265], radius: 4630 } }],
      polygons: [],
    })
    const square = (from: number, to: number): Position[] => [
      [from, from],
      [from, to],
      [to, to],
      [to, from],
    ]
    const keepOut = [{ kind: 'polygon', outer: square(0, 10), holes: [square(2, 3), square(6, 8)] }] as const
    const { polygons, circles } = toPlanFile({ ...flight, keepOutOutlines: keepOut }).geoFence
    expect(circles).toEqual([])
    const [fence] = polygons
    expect(fence).toMatchObject({ version: 1, inclusion: false })
    expect(isInside(fence?.polygon ?? [], [1, 5])).toBe(true)
    expect(isInside(fence?.polygon ?? [], [2.5, 2.6])).toBe(false)
    expect(isInside(fence?.polygon ?? [], [7, 7.5])).toBe(false)
    expect(isInside(fence?.polygon ?? [], [11, 5])).toBe(false)
  })
})

/** Tests whether a point is inside a ring by counting ray crossings, as autopilots do. */
function isInside(ring: readonly Position[], [y, x]: Position): boolean {
  return ring.reduce((inside, [y1, x1], index) => {
    const [y2, x2] = ring[(index + 1) % ring.length] ?? [0, 0]
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !inside : inside
  }, false)
}

describe('3D GeoJSON', () => {
  test('has longitude first, with the altitude', () => {
    expect(toFlightFeature(flight.line, flight.altitudesMeters, { mode: 'drone' })).toEqual({
      type: 'Feature',
      properties: { mode: 'drone' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [-56.2, -34.9, 0],
          [-56.2, -34.9, 70],
          [-56.19, -34.91, 80.123],
          [-56.18, -34.92, 0],
        ],
      },
    })
  })

  test('is split at the antimeridian, on the great circle, with the altitude there', () => {
    const { geometry } = toFlightFeature(
      [
        [60, 179],
        [60, -179],
      ],
      [0, 100],
      {},
    )
    expect(geometry.type).toBe('MultiLineString')
    const [[, west], [east]] = geometry.coordinates as Coordinate[][]
    expect(west?.[0]).toBe(180)
    expect(east?.[0]).toBe(-180)
    expect(west?.[1]).toBeGreaterThan(60)
    expect(west?.[1]).toBeCloseTo(60.0038, 3)
    expect(west?.[2]).toBeCloseTo(50, 6)
    expect(east?.slice(1)).toEqual(west?.slice(1))
  })

  test('has no stubs for points on the antimeridian itself', () => {
    expect(
      cutAtAntimeridian([
        [180, 1, 0],
        [-179, 1, 0],
      ]),
    ).toEqual([
      [
        [-180, 1, 0],
        [-179, 1, 0],
      ],
    ])
    expect(
      cutAtAntimeridian([
        [-179, 1, 0],
        [180, 1, 0],
      ]),
    ).toEqual([
      [
        [-179, 1, 0],
        [-180, 1, 0],
      ],
    ])
  })

  test('never jumps within a part, and keeps all points', () => {
    const longitude = fc.oneof(fc.constantFrom(180, -180), fc.double({ min: -180, max: 180, noNaN: true }))
    const coordinate = fc.tuple(longitude, fc.double({ min: -85, max: 85, noNaN: true }), fc.constant(50))
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 2, maxLength: 12 }), (line) => {
        const pieces = cutAtAntimeridian(line)
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThanOrEqual(2)
          piece.forEach(([longitude], index) => {
            expect(Math.abs(longitude - (piece[index - 1] ?? piece[0])[0])).toBeLessThanOrEqual(180)
          })
        }
        const drawn = new Set(pieces.flat().map(([x, y]) => `${Math.abs(x) === 180 ? 180 : x} ${y}`))
        for (const [x, y] of line) {
          if (Math.abs(x) < 180) expect(drawn.has(`${x} ${y}`)).toBe(true)
        }
      }),
      { seed: 12, numRuns: 1000 },
    )
  })
})
