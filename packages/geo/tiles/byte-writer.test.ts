import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'
import { ByteWriter, varintSize } from './byte-writer.ts'

test('writes numbers that other libraries read, in the announced size', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 32 }), fc.maxSafeNat())
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), (numbers) => {
      const writer = new ByteWriter()
      for (const value of numbers) writer.varint(value)
      const reader = new PbfReader(writer.view())
      expect(numbers.map(() => reader.readVarint())).toEqual(numbers)
      expect(writer.length).toBe(numbers.reduce((sum, value) => sum + varintSize(value), 0))
    }),
    { seed: 31, numRuns: 200 },
  )
})

test('writes signed numbers, numbers with fractions and strings that other libraries read', () => {
  const writer = new ByteWriter()
  const signed = [0, -1, 1, -64, 63, 64, -(2 ** 30), 2 ** 30]
  for (const value of signed) writer.zigzag(value)
  writer.double(-0.35)
  writer.textField(4, 'Calle Ñandú')
  writer.field(5, new Uint8Array(100).fill(7))
  const reader = new PbfReader(writer.view())
  expect(signed.map(() => reader.readSVarint())).toEqual(signed)
  expect(reader.readDouble()).toBe(-0.35)
  expect([reader.readVarint() >> 3, reader.readString()]).toEqual([4, 'Calle Ñandú'])
  expect([reader.readVarint() >> 3, [...reader.readBytes()]]).toEqual([5, Array.from({ length: 100 }, () => 7)])
})

test('reuses its buffer without keeping earlier bytes', () => {
  const writer = new ByteWriter()
  writer.append(new Uint8Array(5000).fill(1))
  writer.clear()
  writer.append(Uint8Array.of(2, 3))
  expect([...writer.view()]).toEqual([2, 3])
})
