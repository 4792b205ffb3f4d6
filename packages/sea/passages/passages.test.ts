import { lengthNm } from '@fairway/geo'
import { expect, test } from 'vitest'
import { findPassage, passageIds, passages } from './all-passages.ts'
import { canalChannels } from './channels.ts'
import { crossesGate, passageGates, shareBeforeGate, toGate } from './gates.ts'

test('has unique plain ids, including those named in the API', () => {
  expect(new Set(passageIds).size).toBe(passageIds.length)
  for (const id of passageIds) expect(id).toMatch(/^[a-z_]+$/)
  const named = [
    'suez',
    'panama',
    'kiel',
    'corinth',
    'malacca',
    'gibraltar',
    'bosporus',
    'magellan',
    'northwest',
    'northeast',
  ]
  expect(passageIds).toEqual(expect.arrayContaining(named))
})

test('has a line for every canal, a gate or a line for every strait, and positive limits', () => {
  const lines = new Set(canalChannels.map(({ passage }) => passage))
  for (const { id, kind, gates, limits } of passages) {
    if (kind === 'canal' && id !== 'soo') expect(lines).toContain(id)
    if (kind !== 'canal') expect([id, gates.length > 0 || lines.has(id)]).toEqual([id, true])
    for (const limit of Object.values(limits ?? {})) expect(limit).toBeGreaterThan(0)
  }
  for (const { passage } of canalChannels) if (passage !== undefined) expect(findPassage(passage)).toBeDefined()
})

test('has canals about as long as their authorities state', () => {
  const published = { suez: 104, panama: 44, kiel: 53, corinth: 3.4 }
  for (const [id, nm] of Object.entries(published)) {
    const line = canalChannels.find(({ passage }) => passage === id)?.line ?? []
    // Lines begin and end at the anchorages outside, which adds some miles. Suez without its approaches is 87 nm long.
    expect(lengthNm(line)).toBeGreaterThan(nm * 0.8)
    expect(lengthNm(line)).toBeLessThan(nm * 1.3 + 3)
  }
})

test('detects a line across a gate, and not next to it or along it, in both directions and across the antimeridian', () => {
  const gibraltar = passageGates.find(({ passage }) => passage === 'gibraltar')
  if (!gibraltar) throw new Error('no gate')
  expect(crossesGate(gibraltar, 36, -6, 35.95, -5)).toBe(true)
  expect(crossesGate(gibraltar, 35.95, -5, 36, -6)).toBe(true)
  expect(crossesGate(gibraltar, 36, -366, 35.95, -365)).toBe(true)
  expect(crossesGate(gibraltar, 36.5, -6, 36.5, -5)).toBe(false)
  expect(crossesGate(gibraltar, 36, -7, 36, -6)).toBe(false)
})

test('keeps the ice passages closed unless allowed', () => {
  expect(passages.filter(({ isClosed }) => isClosed).map(({ id }) => id)).toEqual(['northwest', 'northeast'])
})

test('computes where a line crosses a gate, measured along the line', () => {
  const gate = toGate('here', [
    [-5, 10],
    [5, 10],
  ])
  expect(shareBeforeGate(gate, [0, 8], [0, 16])).toBeCloseTo(0.25, 9)
  expect(shareBeforeGate(gate, [0, 16], [0, 8])).toBeCloseTo(0.75, 9)
})

test('detects a crossing where a long gate bulges toward the pole', () => {
  const gate = toGate('here', [
    [81, 104.3],
    [80, 180],
  ])
  expect(gate.north).toBeGreaterThan(82)
  expect(crossesGate(gate, 82, 140, 83, 140)).toBe(true)
  expect(crossesGate(gate, 81, 140, 82, 140)).toBe(false)
})

test('has no gate near the pole, where any direction is possible', () => {
  for (const { passage, north } of passageGates) expect([passage, north > 84]).toEqual([passage, false])
})
