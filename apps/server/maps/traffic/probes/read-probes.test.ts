import { describe, expect, test } from 'vitest'
import { UNREADABLE_AFTER_RECORDS } from '../feeds/formats/broken-record.ts'
import { splitIntoChunks } from '../feeds/testing/reading.ts'
import { MAX_FUTURE_MS } from './probe-row.ts'
import { ProbeTable } from './probe-table.ts'
import { MAX_LINE_CHARACTERS, readProbes } from './read-probes.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const TIME = '2026-11-15T08:30:05Z'

function read(text: string | Uint8Array, size = 1 << 16, table?: ProbeTable) {
  return readProbes(splitIntoChunks(Buffer.from(text), size), now, table)
}

/** Returns every position as [vehicle, seconds, latitude, longitude, heading, accuracy]. */
function toRows(table: ProbeTable): number[][] {
  return Array.from({ length: table.count }, (_, i) => [
    table.vehicleIndex[i] ?? -1,
    table.seconds[i] ?? -1,
    table.latitude(i),
    table.longitude(i),
    table.heading[i] ?? -1,
    table.accuracy[i] ?? -1,
  ])
}

const seconds = Date.parse(TIME) / 1000

describe('probe rows', () => {
  const expected = [
    [0, seconds, 41.1234567, -8.6, 90, 5.5],
    [1, seconds, -41, 180, Number.NaN, Number.NaN],
    [0, seconds + 1, 41.2, -8.7, Number.NaN, Number.NaN],
  ]
  test.each([
    [
      'with commas',
      `vehicle,time,lat,lon,heading,accuracy\na,${TIME},41.1234567,-8.6,90,5.5\nb,${TIME},-41,180,,\na,${seconds + 1},41.2,-8.7\n`,
    ],
    [
      'with semicolons and decimal commas',
      `vehicle;time;lat;lon;heading;accuracy\na;${TIME};41,1234567;-8,6;90;5,5\nb;${TIME};-41;180;;\na;${seconds + 1};41,2;-8,7\n`,
    ],
    [
      'with tabs, CRLF, a byte order mark, blanks, comments, without a last newline',
      `\ufeff# positions\r\nvehicle\ttime\tlat\tlon\theading\taccuracy\r\n\r\n a \t${TIME}\t 41.1234567\t-8.6\t90\t5.5\r\n# b\r\nb\t${TIME}\t-41\t180\t361\t0\r\na\t${seconds + 1}\t41.2\t-8.7\tnorth\t-1`,
    ],
    [
      'with quotes',
      `"vehicle","time","lat","lon","heading","accuracy"\n"a","${TIME}","41.1234567","-8.6","90","5.5"\n"b","${TIME}",-41,180,,\n"a",${seconds + 1},41.2,-8.7,,\n`,
    ],
    [
      'with points',
      `id,time,geometry,heading,accuracy\na,${TIME},POINT (-8.6 41.1234567),90,5.5\nb,${TIME},"POINT(180 -41)",,\na,${seconds + 1},SRID=4326;POINT Z (-8.7 41.2 3),,\n`,
    ],
  ])('%s are read, in chunks of any size', async (_what, text) => {
    for (const size of [1, 7, 1 << 16]) {
      const { positions, skipped } = await read(text, size)
      expect(skipped).toEqual({ count: 0, first: [] })
      expect(positions.vehicleCount).toBe(2)
      expect(toRows(positions)).toEqual(expected)
    }
  })

  test('allow any vehicle name, with a quoted separator', async () => {
    const { positions } = await read(`vehicle,time,lat,lon\n"a ""x"", b",${TIME},1,2\nünë,${TIME},1,2\n`, 3)
    expect(positions.vehicleCount).toBe(2)
  })
})

describe('invalid probe row', () => {
  const header = 'vehicle,time,lat,lon'
  const inTime = new Date(now + MAX_FUTURE_MS).toISOString()
  const tooLate = new Date(now + MAX_FUTURE_MS + 1).toISOString()
  test.each([
    [`,${TIME},1,2`, 'vehicle is missing; allowed: any text'],
    ['a,,1,2', 'time is missing; allowed: ISO 8601 with a time zone, or seconds or milliseconds since 1970'],
    [
      'a,2026-11-15T08:30:05,1,2',
      'time is "2026-11-15T08:30:05"; allowed: ISO 8601 with a time zone, or seconds or milliseconds since 1970',
    ],
    [`a,${tooLate},1,2`, `time is "${tooLate}"; allowed: not in the future`],
    [`a,${TIME},90.0001,2`, 'latitude is "90.0001"; allowed: -90 to 90'],
    [`a,${TIME},,2`, 'latitude is missing; allowed: -90 to 90'],
    [`a,${TIME},1,-180.1`, 'longitude is "-180.1"; allowed: -180 to 180'],
    [`a,${TIME},1`, 'longitude is missing; allowed: -180 to 180'],
    [`a,${TIME},north,2`, 'latitude is "north"; allowed: -90 to 90'],
    ['x'.repeat(MAX_LINE_CHARACTERS + 1), `it is too long; allowed: ${MAX_LINE_CHARACTERS} characters`],
  ])('%j', async (row, text) => {
    for (const size of [5, 1 << 16]) {
      const { positions, skipped } = await read(`${header}\na,${inTime},90,-180\n${row}\nb,${TIME},-90,180\n`, size)
      expect(skipped).toEqual({ count: 1, first: [`line 3: ${text}`] })
      expect(positions.count).toBe(2)
    }
  })

  test('is skipped when the point is invalid', async () => {
    const { skipped } = await read(
      `id,time,geometry\na,${TIME},POINT (1 2)\na,${TIME},POINT (1 91)\na,${TIME},LINE (1 2)\n`,
    )
    expect(skipped.first).toEqual([
      'line 3: geometry is "POINT (1 91)"; allowed: POINT (longitude latitude)',
      'line 4: geometry is "LINE (1 2)"; allowed: POINT (longitude latitude)',
    ])
  })

  test('is described for the first five of many', async () => {
    const { skipped } = await read(`${header}\na,${TIME},1,2\n${`a,${TIME},91,2\n`.repeat(7)}`)
    expect([skipped.count, skipped.first.length]).toEqual([7, 5])
  })
})

describe('unusable probe file', () => {
  test.each([
    ['', 'it is empty; it must start with a line such as vehicle,time,lat,lon'],
    ['\n# nothing\n', 'it is empty; it must start with a line such as vehicle,time,lat,lon'],
    ['vehicle,time,lat,lon\n', 'it contains no positions; it must have one row per position'],
    [
      'vehicle,time,lat,lon\na,noon,1,2\n',
      'no position can be read: 1 row is invalid. First error: line 2: time is "noon"; allowed: ISO 8601 with a time zone, or seconds or milliseconds since 1970',
    ],
    ['<html><body>Please sign in</body></html>\n', 'the first line has no column for the vehicle'],
  ])('%j', async (text, why) => {
    await expect(read(text)).rejects.toThrow(why)
  })

  test('is not read to its end when every row is invalid', async () => {
    async function* endless() {
      yield Buffer.from('vehicle,time,lat,lon\n')
      for (;;) yield Buffer.from('a,noon,1,2\n'.repeat(1000))
    }
    await expect(readProbes(endless(), now)).rejects.toThrow(
      `no position can be read: ${UNREADABLE_AFTER_RECORDS} rows are invalid`,
    )
  })
})

test('accepts positions up to the maximum', async () => {
  const text = (rows: number) => `vehicle,time,lat,lon\n${`a,${TIME},1,2\n`.repeat(rows)}`
  const { positions } = await read(text(10_000), 1 << 16, new ProbeTable(10_000))
  expect(positions.count).toBe(10_000)
  expect([positions.latitude(9999), positions.longitude(9999)]).toEqual([1, 2])
  const tooMany = read(text(10_001), 1 << 16, new ProbeTable(10_000))
  await expect(tooMany).rejects.toThrow('it has more than 10,000 positions; split it into several files')
})
