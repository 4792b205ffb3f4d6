import { describe, expect, test } from 'vitest'
import { parseMeters, parseTons } from '../speed/measure.ts'
import { getRoad } from '../testing.ts'

describe('lengths with units', () => {
  test.each([
    ['3.5', 3.5],
    ['3,5', 3.5],
    ['3.5m', 3.5],
    ['3.5 m', 3.5],
    ['350 cm', 3.5],
    ['~3.5', 3.5],
    [`12'6"`, 3.81],
    [`12'`, 3.658],
    ['12 ft', 3.658],
    ['12 ft 6 in', 3.81],
    ['12’6”', 3.81],
    ['90"', 2.286],
  ])('%s', (text, meters) => {
    expect(parseMeters(text)).toBeCloseTo(meters, 3)
  })
})

describe('weights with units', () => {
  test.each([
    ['3.5', 3.5],
    ['3.5 t', 3.5],
    ['3,5t', 3.5],
    ['7.5 st', 6.804],
    ['35000 kg', 35],
    ['3500', 3.5],
    ['8000 lbs', 3.629],
    ['10 long tons', 10.16],
    ['5 cwt', 0.254],
  ])('%s', (text, tons) => {
    expect(parseTons(text)).toBeCloseTo(tons, 3)
  })
})

test.each(['', 'unsigned', '-3', '0', 'm', `'`])('reject "%s"', (text) => {
  expect(parseMeters(text)).toBeUndefined()
  expect(parseTons(text)).toBeUndefined()
})

describe('vehicle size limits of a road', () => {
  test.each([
    [{ maxheight: '3.8' }, { heightMeters: 3.8 }],
    [{ 'maxheight:physical': '3.2', maxheight: '3.5' }, { heightMeters: 3.2 }],
    [{ 'maxheight:forward': '3' }, { heightMeters: 3 }],
    [{ maxheight: 'default' }, {}],
    [{ maxheight: 'none' }, {}],
    [{ maxheight: 'below_default' }, { heightMeters: 3.9 }],
    [{ maxheight: '' }, {}],
    [{ maxwidth: '2.5' }, { widthMeters: 2.5 }],
    [{ maxlength: '12' }, { lengthMeters: 12 }],
    [{ maxweight: '7.5' }, { weightTons: 7.5 }],
    [{ maxweight: '7.5', maxweightrating: '3.5' }, { weightTons: 3.5 }],
    [{ 'maxweightrating:hgv': '12' }, { weightTons: 12 }],
    [{ maxaxleload: '8' }, { axleLoadTons: 8 }],
    [{ 'hgv:conditional': 'no @ (weight>7.5)' }, { weightTons: 7.5 }],
    [
      { maxheight: '4', maxweight: '16', maxlength: '10' },
      { heightMeters: 4, weightTons: 16, lengthMeters: 10 },
    ],
  ])('%o', (tags, limits) => {
    expect(getRoad(tags).limits).toEqual(limits)
  })

  test.each([
    [{ width: '1.9' }, { widthMeters: 1.89 }],
    [{ width: `6'3"` }, { widthMeters: 1.9 }],
    [{ width: '2.0' }, { widthMeters: 1.99 }],
    [{ est_width: '2.2' }, { widthMeters: 2.19 }],
    [{ narrow: 'yes' }, { widthMeters: 2.2 }],
    [{ width: 'narrow' }, { widthMeters: 2.2 }],
    [{ width: '7' }, {}],
    [{ width: '2', maxwidth: '2.3' }, { widthMeters: 2.3 }],
  ])('leave no room on a carriageway as wide as the vehicle: %o', (tags, limits) => {
    expect(getRoad(tags).limits).toEqual(limits)
  })

  test('do not close the road to a large car here, because the metric compares sizes', () => {
    expect(getRoad({ maxheight: '1.5' }).forward?.closedByDefault).toBe(false)
  })
})
