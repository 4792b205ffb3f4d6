import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { CHUNK_LENGTH, type IntegerArray, packArray, unpackArray } from './packed-array.ts'

const SEED = 3

async function roundTrip(array: IntegerArray, stride: number): Promise<{ back: IntegerArray; bytes: number }> {
  const packed = await packArray(array, stride)
  const { array: back, jobs } = unpackArray(packed)
  // Jobs run in reverse order, because threads finish in any order.
  for (const job of [...jobs].reverse()) await job()
  return { back, bytes: packed.length }
}

test.each([
  ['Uint8Array', Uint8Array, 0, 255],
  ['Uint16Array', Uint16Array, 0, 65535],
  ['Uint32Array', Uint32Array, 0, 4294967295],
  ['Int32Array', Int32Array, -2147483648, 2147483647],
] as const)('round-trips a %s with any content and any stride', async (_, type, least, most) => {
  const random = seededRandom(SEED)
  for (const stride of [0, 1, 7]) {
    for (const length of [0, 1, 5, 1000]) {
      const array = new type(length)
      for (let at = 0; at < length; at++) {
        array[at] = at % 5 === 0 ? most : at % 7 === 0 ? least : least + random() * (most - least)
      }
      const { back } = await roundTrip(array, stride)
      expect(back).toEqual(array)
      expect(back.constructor).toBe(type)
      expect(back.buffer).toBeInstanceOf(SharedArrayBuffer)
    }
  }
})

test.each([CHUNK_LENGTH - 1, CHUNK_LENGTH, CHUNK_LENGTH + 1, 2 * CHUNK_LENGTH])(
  'round-trips %i elements across chunk boundaries',
  async (length) => {
    const array = Uint16Array.from({ length }, (_, at) => at % 1000)
    const { back, bytes } = await roundTrip(array, 1)
    expect(Buffer.compare(Buffer.from(back.buffer), Buffer.from(array.buffer))).toBe(0)
    expect(bytes).toBeLessThan(array.byteLength / 100)
  },
)

test('rejects data not packed by packArray', async () => {
  const packed = Buffer.from(await packArray(Uint8Array.of(1, 2, 3), 1))
  packed.writeUInt8(200, 8)
  expect(() => unpackArray(packed)).toThrow('a packed array has the unknown type 200')
  packed.writeUInt8(8, 8)
  expect(() => unpackArray(packed)).toThrow('a packed array cannot be a Float64Array')
})
