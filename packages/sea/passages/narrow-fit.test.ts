import { describe, expect, test } from 'vitest'
import { fitNarrow } from './narrow-fit.ts'

describe('without a beam', () => {
  const limits = { draftM: 20, beamM: 24 }

  test('excludes a ship whose draft or length shows that it is too wide', () => {
    const tooWide = { kind: 'too-wide', allowedM: 24 }
    const unknown = { kind: 'unknown', missing: ['beam_m'] }
    expect(fitNarrow(limits, { draftM: 12 })).toEqual(unknown)
    expect(fitNarrow(limits, { draftM: 12.1 })).toEqual({ ...tooWide, estimatedM: 24.2, from: 'draft' })
    expect(fitNarrow(limits, { draftM: 3, lengthM: 240 })).toEqual(unknown)
    expect(fitNarrow(limits, { draftM: 3, lengthM: 241 })).toEqual({ ...tooWide, estimatedM: 24.1, from: 'length' })
  })

  test('does not estimate the beam of yachts from their deep keel', () => {
    const narrow = { draftM: 7, beamM: 10 }
    expect(fitNarrow(narrow, { draftM: 5.9 }).kind).toBe('unknown')
    expect(fitNarrow(narrow, { draftM: 6 }).kind).toBe('too-wide')
  })

  test('does not exclude ships from passages without a maximum beam', () => {
    expect(fitNarrow({ draftM: 20 }, { draftM: 19 })).toEqual({ kind: 'unknown', missing: ['beam_m'] })
  })
})

describe('with a beam', () => {
  test('requires the draft', () => {
    expect(fitNarrow({ beamM: 20 }, { beamM: 10 })).toEqual({ kind: 'unknown', missing: ['draft_m'] })
    expect(fitNarrow({ beamM: 20 }, { beamM: 10, draftM: 3 })).toEqual({ kind: 'fits' })
  })

  test('requires the air draft and the length only of ships that may exceed the limit', () => {
    const bridge = { draftM: 10, beamM: 40, airDraftM: 22 }
    expect(fitNarrow(bridge, { beamM: 8, draftM: 3 }).kind).toBe('fits')
    expect(fitNarrow(bridge, { beamM: 8.1, draftM: 3 })).toEqual({ kind: 'unknown', missing: ['air_draft_m'] })
    expect(fitNarrow(bridge, { beamM: 8.1, draftM: 3, airDraftM: 15 }).kind).toBe('fits')
    const lock = { draftM: 10, beamM: 40, lengthM: 180 }
    expect(fitNarrow(lock, { beamM: 20, draftM: 3 }).kind).toBe('fits')
    expect(fitNarrow(lock, { beamM: 20.1, draftM: 3 })).toEqual({ kind: 'unknown', missing: ['length_m'] })
    expect(fitNarrow(lock, { beamM: 20.1, draftM: 3, lengthM: 90 }).kind).toBe('fits')
  })
})

test('requires beam and draft of a ship of unknown size', () => {
  const unknown = { kind: 'unknown', missing: ['beam_m', 'draft_m'] }
  expect(fitNarrow({ draftM: 5, beamM: 12, airDraftM: 26 })).toEqual(unknown)
  expect(fitNarrow({ draftM: 5, beamM: 12, airDraftM: 26 }, { airDraftM: 20 })).toEqual(unknown)
})
