import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { randomNetwork } from '../../testing/random-network.ts'
import { networkFingerprint } from './network-fingerprint.ts'

test('gives equal networks the same fingerprint, and different networks different ones', () => {
  const town = (seed: number) => randomNetwork(seededRandom(seed), { columns: 6, rows: 5 })
  expect(networkFingerprint(town(1))).toBe(networkFingerprint(town(1)))
  const marks = Array.from({ length: 50 }, (_, seed) => networkFingerprint(town(seed)))
  expect(new Set(marks).size).toBe(50)
  expect(marks.every((mark) => mark >= 0 && mark <= 0xffffffff)).toBe(true)
})
