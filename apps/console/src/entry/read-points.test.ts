import { describe, expect, test } from 'vitest'
import { parseCsv, writeCsv } from './csv.ts'
import { readPoints } from './read-points.ts'

const written = (text: string) => readPoints(text).map((line) => line.written)
const faults = (text: string) => readPoints(text).map(({ line, fault }) => [line, fault])

describe('lists that people paste', () => {
  test('a line for each point, whatever stands between the numbers; a third number is the demand, words are the name', () => {
    expect(written('-34.9, -56.1\n\n[-34.91; -56.12]\r\n-34.92\t-56.13\t7\n-34.93,-56.14, Depot north')).toEqual([
      { at: [-34.9, -56.1], label: '' },
      { at: [-34.91, -56.12], label: '' },
      { at: [-34.92, -56.13], label: '', demand: 7 },
      { at: [-34.93, -56.14], label: 'Depot north' },
    ])
  })

  test('what is no point is an address, also one that begins with numbers', () => {
    expect(written('18 de Julio 1234, Montevideo\n80331 12 Marienplatz')).toEqual([
      { label: '18 de Julio 1234, Montevideo' },
      { label: '80331 12 Marienplatz' },
    ])
  })

  test('numbers that cannot be a point are named with their line', () => {
    expect(faults('-34.9, -56.1\n134.9, -56.1\n34.9, -256.1')).toEqual([
      [1, undefined],
      [2, '“134.9” is no latitude: a number from -90 to 90, before the longitude'],
      [3, '“-256.1” is no longitude: a number from -180 to 180, after the latitude'],
    ])
  })

  test('a table with a head, in any order of columns, with quotes and windows', () => {
    const table = 'Name;Longitude;Latitude;Demand;from;to;service_min\n"Bar ""El; Sol""";-56.1;-34.9;3;8:30;10:00;5\n'
    expect(written(table)).toEqual([
      {
        at: [-34.9, -56.1],
        label: 'Bar "El; Sol"',
        demand: 3,
        opens: '08:30',
        closes: '10:00',
        service: 5,
      },
    ])
    expect(written('address,demand\n"Sarandí 450, Montevideo",2')).toEqual([
      { label: 'Sarandí 450, Montevideo', demand: 2 },
    ])
    expect(faults('lat,lon\n-34.9,abc')[0]?.[1]).toContain('“abc” is no longitude')
  })

  test('GeoJSON is turned around; a list of pairs is as the API takes it', () => {
    const feature = {
      type: 'Feature',
      properties: { name: 'A', demand: 2 },
      geometry: { type: 'Point', coordinates: [-56.1, -34.9] },
    }
    const both = {
      type: 'FeatureCollection',
      features: [feature, { type: 'MultiPoint', coordinates: [[-56.2, -34.8]] }],
    }
    expect(written(JSON.stringify(both))).toEqual([
      { at: [-34.9, -56.1], label: 'A', demand: 2 },
      { at: [-34.8, -56.2], label: '' },
    ])
    expect(written('[[-34.9, -56.1],\n [-34.8, -56.2]]')).toEqual([
      { at: [-34.9, -56.1], label: '' },
      { at: [-34.8, -56.2], label: '' },
    ])
    expect(faults('{"type": "Poin')[0]?.[1]).toContain('this begins like JSON, but is none')
    expect(faults('{"type": "LineString", "coordinates": []}')[0]?.[1]).toBe('there are no points in this GeoJSON')
    expect(faults('[[200, 1]]')[0]?.[1]).toBe('[200,1] is no point on the earth')
  })

  test('what is written as CSV is read again; a text is never a formula', () => {
    const rows = [
      ['a,b', 'say "x"', 1],
      ['two\nlines', '', 2.5],
    ]
    expect(parseCsv(writeCsv(rows).replaceAll('\r\n', '\n'), ',')).toEqual(rows.map((row) => row.map(String)))
    expect(writeCsv([['=1+1', null]])).toBe("'=1+1,\r\n")
  })
})
