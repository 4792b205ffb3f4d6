import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { Passages } from '../passages.ts'
import { learnTypicalSpeeds } from './learn-typical.ts'
import { readTypical, writeTypical } from './typical-file.ts'
import { noTypicalSpeeds } from './typical-speeds.ts'

const NETWORK = 0xcafe1234

function someSpeeds(arcs: number, count: number) {
  const random = seededRandom(arcs)
  const passages = new Passages()
  for (let i = 0; i < count; i++) {
    passages.add(Math.floor(random() * arcs), 3.6 / (10 + 80 * random()), random() * 604_800, 1)
  }
  return learnTypicalSpeeds(noTypicalSpeeds(arcs), passages, { utcOffsetSeconds: () => 0, decay: 1 })
}

test.each([
  [0, 0],
  [1, 0],
  [3, 1],
  [50, 1000],
  [51, 1001],
])('reads %i arcs with %i passages as written, without copying', (arcs, count) => {
  const speeds = arcs === 0 ? noTypicalSpeeds(0) : someSpeeds(arcs, count)
  const bytes = writeTypical(speeds, NETWORK)
  const read = readTypical(bytes, NETWORK)
  expect(read).toEqual(speeds)
  expect('first' in read && read.first.buffer).toBe(bytes.buffer)
  const shifted = new Uint8Array(bytes.length + 1)
  shifted.set(bytes, 1)
  expect(readTypical(shifted.subarray(1), NETWORK)).toEqual(speeds)
})

test('takes four bytes per arc, four per run, and a header', () => {
  const speeds = someSpeeds(200, 5000)
  expect(writeTypical(speeds, NETWORK).length).toBe(32 + 4 * 201 + 4 * speeds.run.length)
})

test('detects any damage', () => {
  const bytes = writeTypical(someSpeeds(10, 40), NETWORK)
  // The last two words of the header are unused.
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice()
    damaged[at] ^= 1 << (at % 8)
    expect(readTypical(damaged, NETWORK), `byte ${at}`).toMatchObject({ kind: 'unreadable' })
  }
  for (let length = 0; length < bytes.length; length += 3) {
    expect(readTypical(bytes.slice(0, length), NETWORK)).toMatchObject({ kind: 'unreadable' })
  }
  expect(
    readTypical(new TextEncoder().encode('<!doctype html><html><body>Not found</body></html>  '), NETWORK),
  ).toEqual({
    kind: 'unreadable',
    reason: 'it contains no typical speeds',
  })
})

test('names the reason when it rejects speeds of another network or a later version', () => {
  const bytes = writeTypical(someSpeeds(10, 40), NETWORK)
  expect(readTypical(bytes, NETWORK + 1)).toEqual({ kind: 'unreadable', reason: 'it was learned on another network' })
  bytes[4] = 9
  expect(readTypical(bytes, NETWORK)).toEqual({ kind: 'unreadable', reason: 'version 9 is not supported' })
})
