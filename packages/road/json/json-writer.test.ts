import { parsePolyline } from '@fairway/geo'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asciiLiteral, utf8Literal, writeLiteral } from './ascii.ts'
import type { Decimals } from './digits.ts'
import { JsonWriter } from './json-writer.ts'

const seed = Number(process.env.SEED ?? 20240609)
/** All tests share this writer, to check that the content of an earlier response does not leak into a later one. */
const shared = new JsonWriter()

function writeToString(write: (writer: JsonWriter) => void): string {
  shared.reset()
  write(shared)
  return new TextDecoder('utf-8', { fatal: true }).decode(shared.view())
}
function parsed(write: (writer: JsonWriter) => void): unknown {
  return JSON.parse(writeToString(write))
}

describe('integers', () => {
  test.each([
    0,
    -0,
    1,
    -1,
    9,
    10,
    99,
    100,
    999,
    1000,
    1001,
    12_345,
    999_999,
    1_000_000,
    1_000_001,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 32,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ])('%s', (value) => {
    expect(writeToString((writer) => writer.integer(value))).toBe(JSON.stringify(value))
  })
  test(`match JSON (seed ${seed})`, () => {
    const integers = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -2000, max: 2000 }))
    fc.assert(
      fc.property(integers, (value) => {
        expect(writeToString((writer) => writer.integer(value))).toBe(JSON.stringify(value))
      }),
      { seed, numRuns: 2000 },
    )
  })
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    '%s throws, because it is a bug of the caller',
    (value) => {
      expect(() => writeToString((writer) => writer.integer(value))).toThrow(RangeError)
      expect(() => writeToString((writer) => writer.fixed(value, 2))).toThrow(RangeError)
    },
  )
})

describe('fixed-point numbers', () => {
  test.each<[number, Decimals, string]>([
    [123_456, 6, '0.123456'],
    [-123_456, 6, '-0.123456'],
    [1, 6, '0.000001'],
    [-1, 6, '-0.000001'],
    [1_000_000, 6, '1'],
    [1_500_000, 6, '1.5'],
    [100_000, 6, '0.1'],
    [1_000, 6, '0.001'],
    [1_010, 6, '0.00101'],
    [0, 6, '0'],
    [-0, 1, '0'],
    [10, 1, '1'],
    [15, 1, '1.5'],
    [-5, 1, '-0.5'],
    [7, 0, '7'],
    [120, 2, '1.2'],
    [2 ** 32, 3, '4294967.296'],
    [180_000_000, 6, '180'],
    [-180_000_000, 6, '-180'],
    [2 ** 31 - 1, 6, '2147.483647'],
  ])('%s with %s decimals is %s', (value, decimals, output) => {
    expect(writeToString((writer) => writer.fixed(value, decimals))).toBe(output)
  })
  test(`parse like the division (seed ${seed})`, () => {
    const values = fc.oneof(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), fc.integer({ min: -3000, max: 3000 }))
    fc.assert(
      fc.property(values, fc.constantFrom<Decimals[]>(0, 1, 2, 3, 4, 5, 6), (value, decimals) => {
        expect(parsed((writer) => writer.fixed(value, decimals))).toBe(value === 0 ? 0 : value / 10 ** decimals)
      }),
      { seed, numRuns: 3000 },
    )
  })
})

describe('instants', () => {
  test.each([
    0,
    1,
    951_782_399_999,
    951_782_400_000,
    Date.UTC(2000, 1, 29, 23, 59, 59, 999),
    Date.UTC(2100, 1, 28, 12),
    Date.UTC(2100, 2, 1),
    Date.UTC(9999, 11, 31, 23, 59, 59, 999),
    Date.UTC(10_000, 0),
    -1,
    Date.UTC(-5, 0),
    1234.5,
    -1234.5,
  ])('%s', (ms) => {
    expect(parsed((writer) => writer.timestamp(ms))).toBe(new Date(ms).toISOString())
  })
  test(`match Date (seed ${seed})`, () => {
    const instants = fc.oneof(
      fc.double({ min: 0, max: Date.UTC(2300, 0), noNaN: true }),
      fc.maxSafeNat().map((n) => n % 8e15),
    )
    fc.assert(
      fc.property(instants, (ms) => {
        expect(parsed((writer) => writer.timestamp(ms))).toBe(new Date(ms).toISOString())
      }),
      { seed, numRuns: 3000 },
    )
  })
})

describe('coordinates', () => {
  const edges = [
    0,
    -0,
    1,
    -1,
    180_000_000,
    -180_000_000,
    2 ** 31 - 1,
    -(2 ** 31),
    999_999_999,
    1_000_000_000,
    9_999_999,
  ]
  test.each([...edges, 10_000_000, 99_999_999, 100_000_000, -8_610_000, 41_150_010])('%s', (microdegrees) => {
    const degrees = JSON.stringify(microdegrees / 1e6)
    expect(writeToString((writer) => writer.degrees(microdegrees))).toBe(degrees)
    expect(writeToString((writer) => writer.point(microdegrees, microdegrees))).toBe(`[${degrees},${degrees}]`)
  })
  test(`match JSON.stringify (seed ${seed})`, () => {
    const values = fc.array(fc.oneof(fc.integer({ min: -180_000_000, max: 180_000_000 }), fc.constantFrom(...edges)))
    fc.assert(
      fc.property(values, values, (first, second) => {
        const count = Math.min(first.length, second.length)
        const points = first.slice(0, count).map((latitude, i) => [latitude / 1e6, (second[i] ?? 0) / 1e6])
        const output = writeToString((writer) =>
          writer.points(Int32Array.from(first), Int32Array.from(second), 0, count),
        )
        expect(output).toBe(JSON.stringify(points))
        const from = count >> 1
        const tailOutput = writeToString((writer) =>
          writer.points(Int32Array.from(first), Int32Array.from(second), from, count),
        )
        expect(tailOutput).toBe(JSON.stringify(points.slice(from)))
      }),
      { seed, numRuns: 500 },
    )
  })
  test('writes a polyline as a JSON string, with escaped backslashes', () => {
    const latitude = Int32Array.of(-15, 41_150_000, -90_000_000)
    const longitude = Int32Array.of(-15, -8_610_000, 180_000_000)
    for (const precision of [5, 6] as const) {
      const output = parsed((writer) => writer.polyline(precision, latitude, longitude)) as string
      const read = parsePolyline(output, precision)
      if (precision === 6) expect(read).toEqual({ latitude, longitude })
      else expect([...(read?.longitude ?? [])]).toEqual([-20, -8_610_000, 180_000_000])
    }
    expect(writeToString((writer) => writer.polyline(6, latitude, longitude, 0, 1))).toBe('"\\\\\\\\"')
    expect(writeToString((writer) => writer.polyline(6, latitude, longitude, 1, 1))).toBe('""')
  })
})

describe('strings', () => {
  test.each([
    '',
    'Main Street',
    'say "hi"',
    'back\\slash',
    'a\nb\tc\r\b\f',
    '\u0000\u0001\u001f\u007f',
    'Júlio Dinis',
    'Садовая улица',
    '中山路',
    '😀 and 𝒳',
    '\u07ff\u0800\uffff',
    '\u2028\u2029',
  ])('%j', (output) => {
    expect(writeToString((writer) => writer.string(output))).toBe(JSON.stringify(output))
  })
  test.each([
    ['\ud800', '\ufffd'],
    ['\udc00x', '\ufffdx'],
    ['\ud800\ud800\udc00', '\ufffd\ud800\udc00'],
    ['x\udbff', 'x\ufffd'],
  ])('replace an unpaired surrogate with the replacement character: %j', (output, mended) => {
    expect(parsed((writer) => writer.string(output))).toBe(mended)
  })
  test(`round-trip (seed ${seed})`, () => {
    const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), units, fc.string()), (output) => {
        expect(parsed((writer) => writer.string(output))).toBe(output.toWellFormed())
      }),
      { seed, numRuns: 2000 },
    )
  })
})

describe('raw JSON', () => {
  test('is copied, short or long, entirely or in part', () => {
    const source = new TextEncoder().encode(`{"a":"${'é'.repeat(100)}"}`)
    expect(writeToString((writer) => writer.raw(source))).toBe(`{"a":"${'é'.repeat(100)}"}`)
    expect(writeToString((writer) => writer.raw(source, 0, 5))).toBe('{"a":')
    expect(writeToString((writer) => writer.rawString(source, 6, 10))).toBe('"éé"')
    expect(writeToString((writer) => writer.rawString(source, 6, 206))).toBe(`"${'é'.repeat(100)}"`)
    expect(writeToString((writer) => writer.rawString(source, 6, 6))).toBe('""')
  })
  test.each(['', '1', '12', '123', '1234', '12345', '"distance_m":'])(
    'accepts literals of any length: "%s"',
    (output) => {
      expect(writeToString((writer) => writer.literal(asciiLiteral(output)).literal(asciiLiteral('|')))).toBe(
        `${output}|`,
      )
    },
  )
  test('accepts only ASCII literals', () => {
    expect(() => asciiLiteral('"größe":')).toThrow(RangeError)
  })
})

describe('buffer of the writer', () => {
  const comma = asciiLiteral(',')

  test('grows, and keeps its content', () => {
    const count = 300_000
    const numbers = Array.from({ length: count }, (_, i) => i * 7)
    const write = (writer: JsonWriter) => {
      writer.literal(asciiLiteral('['))
      for (const [i, value] of numbers.entries()) (i > 0 ? writer.literal(comma) : writer).integer(value)
      writer.literal(asciiLiteral(']'))
    }
    expect(parsed(write)).toEqual(numbers)
    expect(parsed((writer) => writer.string('x'.repeat(1_000_000)))).toHaveLength(1_000_000)
    expect(parsed((writer) => writer.integer(1))).toBe(1)
    expect(shared.view().buffer.byteLength, 'memory released after a large reply').toBeLessThan(100_000)
  })

  test('grows exactly at its capacity', () => {
    const latitude = Int32Array.of(-90_000_001, 1)
    const longitude = Int32Array.of(-179_999_999, 1)
    for (let filled = 65_400; filled < 65_540; filled++) {
      const output = (write: (writer: JsonWriter) => void) => {
        const writer = new JsonWriter()
        write(writer.raw(new Uint8Array(filled).fill(32)))
        return writer.toString().slice(filled)
      }
      expect(output((writer) => writer.points(latitude, longitude))).toBe(
        '[[-90.000001,-179.999999],[0.000001,0.000001]]',
      )
      expect(output((writer) => writer.integer(Number.MIN_SAFE_INTEGER))).toBe('-9007199254740991')
      expect(output((writer) => writer.fixed(Number.MIN_SAFE_INTEGER, 6))).toBe('-9007199254.740991')
      expect(output((writer) => writer.string('\u0001é😀'))).toBe('"\\u0001é😀"')
      expect(output((writer) => writer.polyline(6, latitude, longitude).literal(comma))).toMatch(/^"[?-~]+",$/)
    }
  })

  test('rewinds to a mark', () => {
    const writer = new JsonWriter()
    writer.integer(1)
    const position = writer.position()
    writer.literal(comma).integer(2)
    expect(writer.toString().slice(position)).toBe(',2')
    writer.reset(position)
    writer.literal(comma).integer(3)
    expect(writer.toString()).toBe('1,3')
    writer.reset()
    expect(writer.view()).toHaveLength(0)
  })

  test('is overwritten by the next write, including views of it', () => {
    const writer = new JsonWriter()
    const view = writer.integer(123).view()
    writer.reset()
    writer.integer(456)
    expect([...view]).toEqual([52, 53, 54])
  })

  test('accepts bytes written by other code, however little room is left', () => {
    const writer = new JsonWriter()
    while (writer.position() < 65_500) writer.integer(1)
    const view = writer.reserve(400)
    let at = writer.position()
    for (let i = 0; i < 50; i++) at = writeLiteral(view, at, asciiLiteral('Grüße'.slice(0, 2)))
    writer.advance(writeLiteral(view, at, utf8Literal('Grüße')))
    expect(writer.toString().slice(65_500)).toBe(`${'Gr'.repeat(50)}Grüße`)
  })
})
