import { describe, expect, test } from 'vitest'
import { parsePoint } from '../points.ts'
import { parseCsv, writeCsv } from './csv.ts'
import { formatLines, parsePoints, renumberLines } from './read-points.ts'

const parseEntries = (text: string) => parsePoints(text).map((line) => line.entry)
const parseErrors = (text: string) => parsePoints(text).map(({ line, error }) => [line, error])

describe('pasted lists', () => {
  test('reads one point per line with any separator; a third number is the demand, words are the name', () => {
    expect(parseEntries('-34.9, -56.1\n\n[-34.91; -56.12]\r\n-34.92\t-56.13\t7\n-34.93,-56.14, Depot north')).toEqual([
      { at: [-34.9, -56.1], label: '' },
      { at: [-34.91, -56.12], label: '' },
      { at: [-34.92, -56.13], label: '', demand: 7 },
      { at: [-34.93, -56.14], label: 'Depot north' },
    ])
  })

  test('treats a line that is not a point as an address, even when it begins with numbers', () => {
    expect(parseEntries('18 de Julio 1234, Montevideo\n80331 12 Marienplatz')).toEqual([
      { label: '18 de Julio 1234, Montevideo' },
      { label: '80331 12 Marienplatz' },
    ])
  })

  test('reports numbers that cannot be a point with their line number', () => {
    expect(parseErrors('-34.9, -56.1\n134.9, -56.1\n34.9, -256.1')).toEqual([
      [1, undefined],
      [2, '“134.9” is not a valid latitude: enter a number from -90 to 90, before the longitude'],
      [3, '“-256.1” is not a valid longitude: enter a number from -180 to 180, after the latitude'],
    ])
  })

  test('reads a table with a header, columns in any order, quotes and time windows', () => {
    const table = 'Name;Longitude;Latitude;Demand;from;to;service_min\n"Bar ""El; Sol""";-56.1;-34.9;3;8:30;10:00;5\n'
    expect(parseEntries(table)).toEqual([
      {
        at: [-34.9, -56.1],
        label: 'Bar "El; Sol"',
        demand: 3,
        opensAt: '08:30',
        closesAt: '10:00',
        service: 5,
      },
    ])
    expect(parseEntries('address,demand\n"Sarandí 450, Montevideo",2')).toEqual([
      { label: 'Sarandí 450, Montevideo', demand: 2 },
    ])
    expect(parseErrors('lat,lon\n-34.9,abc')[0]?.[1]).toContain('“abc” is not a valid longitude')
  })

  test('reads decimal commas when unambiguous, and suggests a fix when ambiguous', () => {
    expect(parseEntries('-34,9059; -56,1913\n-34,91 -56,12; 7')).toEqual([
      { at: [-34.9059, -56.1913], label: '' },
      { at: [-34.91, -56.12], label: '', demand: 7 },
    ])
    expect(parseEntries('name;lat;lon\nA;-34,9;-56,1')).toEqual([{ at: [-34.9, -56.1], label: 'A' }])
    expect(parseErrors('-34,9059,-56,1913')).toEqual([
      [
        1,
        expect.stringContaining('To use decimal commas, separate the two numbers with a semicolon: -34,9059; -56,1913'),
      ],
    ])
    expect(parsePoint('-34,9059; -56,1913')).toEqual([-34.9059, -56.1913])
    expect(parsePoint('-34,9059, -56,1913')).toEqual([-34.9059, -56.1913])
    expect(parsePoint('-34,-56')).toEqual([-34, -56])
  })

  test('reports a demand, service time or time that cannot be parsed instead of dropping it', () => {
    const head = 'name,lat,lon,demand,service,opens,closes\n'
    expect(parseErrors(`${head}Bar,-34.8941,-56.1527,12kg,5,8am,25:00`)).toEqual([
      [
        2,
        '“12kg” is not a valid demand: enter a whole number, 0 or more, such as 12; “8am” is not a valid time: enter hours and minutes, such as 08:00; “25:00” is not a valid time: enter hours and minutes, such as 17:30',
      ],
    ])
    expect(parseErrors(`${head}Bar,-34.8941,-56.1527,2.5,-5,,08:30 PM`)[0]?.[1]).toMatch(/“2.5”.*“-5”.*“08:30 PM”/)
    expect(parseErrors('-34.9, -56.1, 2.5')[0]?.[1]).toContain('“2.5” is not a valid demand')
    const feature = { type: 'Feature', properties: { demand: '3 t' }, geometry: { type: 'Point', coordinates: [1, 2] } }
    expect(parseErrors(JSON.stringify(feature))[0]?.[1]).toContain('“3 t” is not a valid demand')
    expect(parsePoints(`${head}Bar,-34.8941,-56.1527,12kg,5,8am,10pm`, { acceptsStopFields: false })[0]?.entry).toEqual(
      {
        at: [-34.8941, -56.1527],
        label: 'Bar',
      },
    )
  })

  test('reads the remaining faulty rows as before: with their table header, or as GeoJSON', () => {
    const head = 'name;lat;lon;demand'
    const rows = parsePoints(`${head}\nA;1;2;3\n"Bar ""El; Sol""";91;-56.15;2`)
    const uncorrected = formatLines(rows.filter(({ error }) => error !== undefined))
    expect(uncorrected).toBe(`${head}\n"Bar ""El; Sol""";91;-56.15;2`)
    expect(parseEntries(uncorrected.replace('91', '-34.91'))).toEqual([
      { at: [-34.91, -56.15], label: 'Bar "El; Sol"', demand: 2 },
    ])

    const point = { type: 'Point', coordinates: [-56.1, 91] }
    const shapes = parsePoints(JSON.stringify({ type: 'Feature', properties: { name: 'A' }, geometry: point }))
    expect(parseEntries(formatLines(shapes).replace('91', '-34.9'))).toEqual([{ at: [-34.9, -56.1], label: 'A' }])
    expect(formatLines(parsePoints('134.9, 1\n135, 2'))).toBe('134.9, 1\n135, 2')
  })

  test('numbers the remaining lines by their current position in the box', () => {
    const uncorrected = (text: string) => renumberLines(parsePoints(text).filter(({ error }) => error !== undefined))
    const numbers = (text: string) => uncorrected(text).map(({ line }) => line)
    expect(numbers('1, 2\n134.9, 1\n3, 4\n135, 2')).toEqual([1, 2])
    const table = 'name,lat,lon\nA,1,2\n"B\nb",91,2\nC,92,2'
    expect(numbers(table)).toEqual([2, 4])
    expect(formatLines(uncorrected(table)).split('\n')[3]).toBe('C,92,2')
  })

  test('swaps GeoJSON coordinates; reads a list of pairs in the order of the API', () => {
    const feature = {
      type: 'Feature',
      properties: { name: 'A', demand: 2 },
      geometry: { type: 'Point', coordinates: [-56.1, -34.9] },
    }
    const both = {
      type: 'FeatureCollection',
      features: [feature, { type: 'MultiPoint', coordinates: [[-56.2, -34.8]] }],
    }
    expect(parseEntries(JSON.stringify(both))).toEqual([
      { at: [-34.9, -56.1], label: 'A', demand: 2 },
      { at: [-34.8, -56.2], label: '' },
    ])
    expect(parseEntries('[[-34.9, -56.1],\n [-34.8, -56.2]]')).toEqual([
      { at: [-34.9, -56.1], label: '' },
      { at: [-34.8, -56.2], label: '' },
    ])
    expect(parseErrors('{"type": "Poin')[0]?.[1]).toContain('this looks like JSON but cannot be parsed')
    expect(parseErrors('{"type": "LineString", "coordinates": []}')[0]?.[1]).toBe('this GeoJSON contains no points')
    expect(parseErrors('[[200, 1]]')[0]?.[1]).toBe('[200,1] is not a valid position')
  })

  test('reads back the CSV that it writes, and never writes a string as a formula', () => {
    const rows = [
      ['a,b', 'say "x"', 1],
      ['two\nlines', '', 2.5],
    ]
    expect(parseCsv(writeCsv(rows).replaceAll('\r\n', '\n'), ',')).toEqual(rows.map((row) => row.map(String)))
    expect(writeCsv([['=1+1', null]])).toBe("'=1+1,\r\n")
  })
})
