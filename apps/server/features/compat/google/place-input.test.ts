import { encodePolyline } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { parsePlaces, splitPlaces, toPlaceId } from './place-input.ts'

const read = (text: string) => {
  const places = parsePlaces('waypoints[0]', text)
  return places.ok ? places.value : places.failure
}

describe('waypoint list', () => {
  // The example is from the documentation of the polyline format and contains a |.
  const line = encodePolyline([[38.5, -120.2]], 5)

  test('is split at every | that is not part of a polyline', () => {
    expect(line).toContain('|')
    expect(splitPlaces(`optimize:true|a, b||via:enc:${line}:| c |enc:${line}:`)).toEqual([
      'optimize:true',
      'a, b',
      `via:enc:${line}:`,
      'c',
      `enc:${line}:`,
    ])
  })

  test('is empty for empty input', () => {
    expect(splitPlaces('')).toEqual([])
    expect(splitPlaces('|')).toEqual([])
  })

  test('may contain an unterminated polyline, which is rejected when parsed', () => {
    expect(splitPlaces(`a|enc:${line}`)).toEqual(['a', `enc:${line}`])
    expect(read(`enc:${line}`)).toMatchObject({ status: 'INVALID_REQUEST' })
  })

  test('round-trips for random lists', () => {
    let seed = 20_261_115
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let round = 0; round < 200; round++) {
      const lines = Array.from({ length: 1 + random(5) }, () =>
        Array.from({ length: 1 + random(4) }, () => [random(180) - 89.5, random(360) - 179.5] as const),
      )
      const list = lines.map((points) => `enc:${encodePolyline(points, 5)}:`)
      expect(splitPlaces(list.join('|'))).toEqual(list)
      list.forEach((text, at) => {
        expect(read(text)).toMatchObject((lines[at] ?? []).map((point) => ({ at: point })))
      })
    }
  })
})

test.each([
  ['.5,-.5', [0.5, -0.5]],
  ['+1., 2', [1, 2]],
  ['1e-7,5', [1e-7, 5]],
])('parses %s as a position', (text, at) => {
  expect(read(text)).toMatchObject([{ at }])
})

test.each(['1,2,3', '1,', ',1', '1.2', '-5', '1,,2', '1.2.3,4', 'null,null', '@1,2,3z', '+1,-'])(
  'rejects %s instead of searching for it',
  (text) => {
    expect(read(text)).toMatchObject({ status: 'INVALID_REQUEST' })
  },
)

test.each(['11300', '94043-1351', '18 de Julio 1234', 'Ruta 5, km 12.5', '8FVC9G8F+6X', 'Nan'])(
  'parses %s as a search string',
  (text) => {
    expect(read(text)).toMatchObject([{ text, at: undefined, isForeignId: false }])
  },
)

test('reads back its own place ids, and no others', () => {
  expect(read(`place_id:${toPlaceId([-34.905847, -56.191298])}`)).toMatchObject([{ at: [-34.905847, -56.191298] }])
  for (const id of ['ChIJ', 'fw_1', 'fw_99000000_1', 'fw_0_0', '']) {
    expect(read(`place_id:${id}`)).toMatchObject([{ at: undefined, isForeignId: true }])
  }
})

test('strips prefixes in any order', () => {
  expect(read('via:side_of_road:heading=450:1,2')).toMatchObject({ status: 'INVALID_REQUEST' })
  expect(read('side_of_road:VIA: heading=360:1,2')).toMatchObject([{ at: [1, 2], isPassThrough: true, heading: 0 }])
  expect(read('via:Plaza Cagancha')).toMatchObject([
    { text: 'Plaza Cagancha', isPassThrough: true, heading: undefined },
  ])
})
