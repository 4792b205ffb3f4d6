import type { Position } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { AirFile } from '../../model.ts'
import { computeRay } from '../around.ts'
import { readValid as readNamed, readError as refusalNamed } from '../testing/read.ts'
import { parseOpenAirHeight, parsePositions } from './values.ts'

const read = (text: string) => readNamed(text, 'uk.txt')
const refusal = (text: string) => refusalNamed(text, 'uk.txt')
const outerOf = (file: AirFile): readonly Position[] => {
  const outline = file.zones[0]?.volumes[0]?.outline
  return outline?.kind === 'polygon' ? outline.outer : []
}
const head = 'AC R\nAN Range\nAL GND\nAH FL95\n'

test('reads a file with comments, circles, polygons and drawing records', () => {
  const { zones, warnings } = read(`\uFEFF* Test file
SP 1,2,3
AC CTR
AN Carrasco CTR * inline
AG Carrasco Tower
AF 118.100
AH 2500ft MSL
AL SFC
AT 1:1 N 1:1 E
V X=34:50:00 S 056:01:30 W
DC 5

ac q
AN Danger
AL 500 ft agl
AH UNLIM
ZZ what
DP 50:00:00 N 000:00:00 E
DP 50:00:30 N 000:00:00 E
DP 50:00.5 N 000:00.5 W
`)
  expect(warnings).toEqual(['records of these types were ignored: ZZ'])
  expect(zones).toEqual([
    {
      id: 'uk:ctr-carrasco-ctr',
      name: 'Carrasco CTR',
      rule: 'authorisation',
      volumes: [
        {
          outline: { kind: 'circle', center: [-34 - 50 / 60, -56.025], radiusMeters: 9260 },
          band: { upper: { meters: 762, above: 'sea' } },
        },
      ],
      times: [],
      authorities: [{ name: 'Carrasco Tower, 118.100 MHz' }],
    },
    expect.objectContaining({
      id: 'uk:q-danger',
      rule: 'conditional',
      volumes: [
        {
          outline: expect.objectContaining({ kind: 'polygon', holes: [] }),
          band: { lower: { meters: 152.4, above: 'ground' } },
        },
      ],
    }),
  ])
})

test.each([
  ['P', 'prohibited'],
  ['R', 'authorisation'],
  ['Q', 'conditional'],
  ['CTR', 'authorisation'],
  ['A', 'authorisation'],
  ['D', 'authorisation'],
  ['E', 'none'],
  ['G', 'none'],
  ['GP', 'authorisation'],
  ['W', 'none'],
  ['TMZ', 'conditional'],
  ['RMZ', 'conditional'],
  ['UNC\nAY P', 'prohibited'],
  ['D\nAY NONE', 'authorisation'],
  ['G\nAY TRA', 'authorisation'],
])('maps class %j to %s', (airClass, rule) => {
  expect(read(`AC ${airClass}\nV X=1:00 N 2:00 E\nDC 1\n`).zones[0]?.rule).toBe(rule)
})

describe('arcs', () => {
  const center: Position = [50, 10]
  const meters = 10 * 1852

  test('that bulge outward lie outside the circle, by less than 5 m', () => {
    for (const direction of ['+', '-']) {
      const angles = direction === '+' ? '0,180' : '180,0'
      const ring = outerOf(read(`${head}V D=${direction}\nV X=50:00 N 010:00 E\nDA 10,${angles}\n`))
      expect(ring.length).toBeGreaterThan(30)
      const deviations = ring.map((corner) => computeRay(center, corner).meters - meters)
      expect(Math.min(...deviations)).toBeGreaterThan(-0.1)
      expect(Math.max(...deviations)).toBeLessThan(5)
      for (const corner of ring) expect(corner[1]).toBeGreaterThan(9.9999)
      for (let index = 1; index < ring.length; index++) {
        const [a, b] = [ring[index - 1], ring[index]]
        const middle: Position = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
        expect(computeRay(center, middle).meters).toBeGreaterThan(meters - 0.5)
      }
    }
  })

  test('that bulge inward are drawn by chords, so that no airspace is cut off', () => {
    const box = 'DP 49:40 N 009:00 E\nDP 50:20 N 009:00 E\nDP 50:20 N 010:00 E\n'
    const ring = outerOf(
      read(`${head}${box}V D=-\nV X=50:00 N 010:00 E\nDB 50:10 N 010:00 E, 49:50 N 010:00 E\nDP 49:40 N 010:00 E\n`),
    )
    const radius = computeRay(center, [50 + 1 / 6, 10]).meters
    const arc = ring.filter((corner) => computeRay(center, corner).meters < radius + 100)
    expect(arc.length).toBeGreaterThan(20)
    for (const corner of arc) expect(Math.abs(computeRay(center, corner).meters - radius)).toBeLessThan(40)
    for (const corner of arc) expect(corner[1]).toBeLessThanOrEqual(10)
  })

  test('join their given endpoints exactly', () => {
    const ring = outerOf(
      read(
        `${head}DP 50:10 N 010:00 E\nV X=50:00 N 010:00 E\nDB 50:10 N 010:00 E, 50:00 N 010:15 E\nDP 50:00 N 010:15 E\nDP 50:00 N 010:00 E\n`,
      ),
    )
    expect(ring.filter(([latitude, longitude]) => latitude === 50 && longitude === 10.25).length).toBe(1)
  })
})

test('ends an arc by bearings at the adjacent corner, despite rounding differences', () => {
  // The arc ends 30 m east of the corner. A line back to the corner would create a spike that crosses the arc.
  const ring = outerOf(
    read(`${head}V X=50:00 N 010:00 E\nDA 10,270,0\nDP 50:09:59 N 009:59:58 E\nDP 50:00 N 010:00 E\n`),
  )
  const near = ring.filter((corner) => computeRay([50 + 599 / 3600, 9 + 3598 / 3600], corner).meters < 100)
  expect(near).toEqual([[50 + 599 / 3600, 9 + 3598 / 3600]])
})

test('reads activations', () => {
  const zone = (times: string) => read(`AC R\n${times}\nV X=1:00 N 2:00 E\nDC 1\n`).zones[0]?.times
  expect(zone('AA NONE')).toEqual([])
  expect(zone('AA 2026-05-01T08:00Z/2026-05-01T12:00Z\nAA 2026-06-01T08:00Z/NONE')).toEqual([
    { fromMs: Date.parse('2026-05-01T08:00Z'), untilMs: Date.parse('2026-05-01T12:00Z'), weekly: [] },
    { fromMs: Date.parse('2026-06-01T08:00Z'), weekly: [] },
  ])
})

test('numbers repeated names without a warning', () => {
  const block = 'AC R\nAN Same\nV X=1:00 N 2:00 E\nDC 1\n'
  const { zones, warnings } = read(block + block)
  expect(zones.map(({ id }) => id)).toEqual(['uk:r-same', 'uk:r-same~2'])
  expect(warnings).toBeUndefined()
})

test.each([
  ['AC XYZ\nAN Odd\nV X=1:00 N 2:00 E\nDC 1', /^uk\.txt: airspace 1 \(Odd\): AC is "XYZ"; allowed: P, PROHIBITED, /],
  ['AC G\nAY XYZ\nV X=1:00 N 2:00 E\nDC 1', /^uk\.txt: airspace 1: AY is "XYZ"; allowed: P, /],
  [`${head}`, /^uk\.txt: airspace 1 \(Range\): has no outline; allowed: DP, DA, DB or DC records$/],
  [`${head}DC 5`, /^uk\.txt: airspace 1 \(Range\), line 5: DC has no center; allowed: a center in an earlier record/],
  [`${head}V X=1:00 N 2:00 E\nDC wide`, /line 6: DC is "wide"; allowed: nautical miles, more than 0 and at most 269$/],
  [`${head}V Q=1`, /line 5: V is "Q=1"; allowed: X=, D=$/],
  [`${head}V D=left`, /line 5: V D= is "left"; allowed: \+, -$/],
  [
    `${head}DP 95:00 N 010:00 E`,
    /line 5: DP is "95:00 N 010:00 E"; allowed: coordinates such as 52:13:05 N 013:30:00 E$/,
  ],
  [`${head}V X=1:00 N 2:00 E\nDA 5,x,9`, /line 6: DA is "5,x,9"; allowed: radius, start and end such as 10,270,290$/],
  ['AC R\nAH sky high', /line 2: AH is "sky high"; allowed: FL95, 2500ft MSL, 500ft AGL, 300m, GND, UNL$/],
  ['AC R\nAL UNL\nV X=1:00 N 2:00 E\nDC 1', /airspace 1: AL is unlimited; allowed: a height$/],
  ['AC R\nAL FL95\nAH 1000ft\nV X=1:00 N 2:00 E\nDC 1', /airspace 1: AH is below AL; allowed: AH above AL$/],
  ['AC R\nAA yesterday\nV X=1:00 N 2:00 E\nDC 1', /AA is "yesterday"; allowed: two times such as/],
  [
    `${head}DP 0:00 N 0:00 E\nDP 1:00 N 1:00 E\nDP 1:00 N 0:00 E\nDP 0:00 N 1:00 E`,
    /airspace 1 \(Range\): the outline crosses itself at \[0\.5, 0\.5\]/,
  ],
])('rejects %j', (text, message) => {
  expect(refusal(text)).toMatch(message)
})

test('heights', () => {
  expect(parseOpenAirHeight('FL 100')).toEqual({ meters: 3048, above: 'sea' })
  expect(parseOpenAirHeight('1000')).toEqual({ meters: 304.8, above: 'sea' })
  expect(parseOpenAirHeight('1000 MSL')).toEqual({ meters: 304.8, above: 'sea' })
  expect(parseOpenAirHeight('300m AGL')).toEqual({ meters: 300, above: 'ground' })
  expect(parseOpenAirHeight('300 M AMSL')).toEqual({ meters: 300, above: 'sea' })
  expect(parseOpenAirHeight('1000F ASFC')).toEqual({ meters: 304.8, above: 'ground' })
  expect(parseOpenAirHeight('0')).toEqual({ meters: 0, above: 'ground' })
  expect(parseOpenAirHeight('UNL')).toBe('unlimited')
  expect(parseOpenAirHeight('')).toBeUndefined()
})

test('coordinates', () => {
  expect(parsePositions('52:30:00N 013:30:00W')).toEqual([[52.5, -13.5]])
  expect(parsePositions('52:30.5 S, 013:30 E')).toEqual([[-(52 + 30.5 / 60), 13.5]])
  expect(parsePositions('1.5N 2.25E, 3N 4E')).toEqual([
    [1.5, 2.25],
    [3, 4],
  ])
  expect(parsePositions('52:30:00N 013:30:00W and more')).toBeUndefined()
  expect(parsePositions('52:61:00N 013:30:00W')).toBeUndefined()
})
