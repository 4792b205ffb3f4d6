import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Point } from '../api-types.ts'
import { writeGeometry } from '../delta/geometry.ts'
import { toGeoJson } from './geojson.ts'
import { toGpx } from './gpx.ts'
import { pointsOf, type RouteWithGeometry } from './line-of.ts'
import { decodePolyline, encodePolyline } from './polyline.ts'

const seed = Number(process.env.SEED ?? 20260616)
const points: readonly Point[] = [
  [-34.905912, -56.191342],
  [-34.9061, -56.19],
]
const bbox = [-34.9061, -56.191342, -34.905912, -56.19] as const
const road = {
  geometry: points,
  bbox,
  id: 'r1',
  mode: 'road',
  distance_km: 0.12,
  eta_min: 1,
  data: { attribution: '© A' },
}

describe('polylines', () => {
  test('are encoded and decoded with 5 or 6 decimals', () => {
    const line: Point[] = [[38.5, -120.2]]
    expect(encodePolyline(line)).toBe('_p~iF~ps|U')
    expect(decodePolyline('_p~iF~ps|U')).toEqual(line)
    expect(decodePolyline(encodePolyline(points, 6), 6)).toEqual(points)
  })
  test('are rejected when invalid', () => {
    expect(() => decodePolyline('_p~iF')).toThrow(
      "'_p~iF' is not a valid polyline with a precision of 5 decimals; its precision may be 6, or it may be truncated",
    )
    expect(() => decodePolyline('Ä', 6)).toThrow('with a precision of 6 decimals; its precision may be 5')
  })
})

describe('route points', () => {
  test.each(['points', 'polyline', 'polyline6', 'geojson'] as const)('from %s', (format) => {
    const line = {
      latitude: Int32Array.from(points, ([latitude]) => Math.round(latitude * 1e6)),
      longitude: Int32Array.from(points, ([, longitude]) => Math.round(longitude * 1e6)),
    }
    const read = pointsOf({ geometry: writeGeometry(line, format), bbox })
    const digits = format === 'polyline' ? 4 : 6
    expect(read.length).toBe(2)
    read.forEach((point, at) => {
      expect(point[0]).toBeCloseTo(points[at][0], digits)
      expect(point[1]).toBeCloseTo(points[at][1], digits)
    })
  })

  test(`are decoded with the precision detected from the bounding box, also across 180° (seed ${seed})`, () => {
    const degrees = fc.tuple(fc.integer({ min: -80e6, max: 80e6 }), fc.integer({ min: -180e6, max: 180e6 }))
    fc.assert(
      fc.property(degrees, fc.constantFrom(5, 6), ([latitude, longitude], precision) => {
        fc.pre(Math.abs(latitude) > 1000 || Math.abs(longitude) > 1000)
        const line: Point[] = [0, 20_000].map((more) => {
          const east = longitude + more > 180e6 ? longitude + more - 360e6 : longitude + more
          return [(latitude + more) / 1e6, east / 1e6]
        })
        const [[south, west], [north, east]] = line
        const read = pointsOf({ geometry: encodePolyline(line, precision), bbox: [south, west, north, east] })
        expect(Math.abs(read[0][0] - south)).toBeLessThan(1e-5)
        expect(Math.abs(read[1][0] - north)).toBeLessThan(1e-5)
      }),
      { seed, numRuns: 500 },
    )
  })

  test('are rejected for a missing line, and for one outside the bounding box', () => {
    expect(() => pointsOf({ geometry: null, bbox })).toThrow(
      "this route has no line; request it without geometry: 'none'",
    )
    expect(() => pointsOf({ geometry: '_p~iF~ps|U', bbox })).toThrow(
      'the geometry is not a polyline with a precision of 5 or 6 decimals that lies within the bbox of the route',
    )
  })
})

describe('GeoJSON', () => {
  test('has longitude first, with common properties', () => {
    expect(toGeoJson(road)).toEqual({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: points.map(([latitude, longitude]) => [longitude, latitude]) },
      properties: { id: 'r1', mode: 'road', distance_km: 0.12, eta_min: 1, attribution: '© A' },
    })
  })

  const box = [-20, 170, 20, -170] as const
  test.each([
    [
      'jumps to -180°',
      [
        [10, 170],
        [20, -170],
      ],
    ],
    [
      'continues past 180°',
      [
        [10, 170],
        [20, 190],
      ],
    ],
  ] as const)('is split at 180°, where the line %s', (_, line) => {
    const { geometry } = toGeoJson({ geometry: line, bbox: box })
    const [east, west] = [
      [
        [170, 10],
        [180, 15],
      ],
      [
        [-180, 15],
        [-170, 20],
      ],
    ]
    expect(geometry).toEqual({ type: 'MultiLineString', coordinates: [east, west] })
    // A line that is already split stays the same.
    expect(toGeoJson({ geometry, bbox: box }).geometry).toEqual(geometry)
  })
  test('is not split for a line that ends on 180°', () => {
    const { geometry } = toGeoJson({
      geometry: [
        [0, 179],
        [1, 180],
        [1, -180],
      ],
      bbox: box,
    })
    expect(geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [179, 0],
        [180, 1],
      ],
    })
  })

  const flight: RouteWithGeometry = { geometry: points, bbox, altitudes_m: [30, 90.5], altitudes_are: 'above_sea' }
  test('includes heights above sea level, and omits heights above take-off', () => {
    const heights = (route: RouteWithGeometry) =>
      (toGeoJson(route).geometry.coordinates as number[][]).map((one) => one[2])
    expect(heights(flight)).toEqual([30, 90.5])
    expect(heights({ ...flight, altitudes_are: 'above_take_off' })).toEqual([undefined, undefined])
  })
})

describe('GPX', () => {
  test('contains the steps as a route and the line as a track', () => {
    const steps = [{ instruction: 'Left onto "A & B" <1>\u0001', name: 'A', maneuver: { at: points[0] } }]
    expect(toGpx({ ...road, steps }, { name: 'Way' })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Fairway" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>Way</name><desc>© A</desc></metadata>
<rte><name>Way</name>
<rtept lat="-34.905912" lon="-56.191342"><name>Left onto &quot;A &amp; B&quot; &lt;1&gt;</name></rtept>
</rte>
<trk><name>Way</name><trkseg>
<trkpt lat="-34.905912" lon="-56.191342"/>
<trkpt lat="-34.9061" lon="-56.19"/>
</trkseg></trk>
</gpx>
`)
  })
  test('includes heights above sea level', () => {
    const gpx = toGpx({ geometry: points, bbox, altitudes_m: [30, 90.5], altitudes_are: 'above_sea' })
    expect(gpx).toContain('<trkpt lat="-34.9061" lon="-56.19"><ele>90.5</ele></trkpt>')
    expect(gpx).not.toContain('<rte>')
  })
  test('wraps longitudes beyond 180°', () => {
    expect(
      toGpx({
        geometry: [
          [10, 190],
          [11, -190],
        ],
        bbox,
      }),
    ).toMatch(/lon="-170"[\s\S]*lon="170"/)
  })
})
