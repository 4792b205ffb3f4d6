import { expect, test } from 'vitest'
import { explainRefusal } from './refusal.ts'

test('names for every refusal the element, the error and the allowed values', () => {
  expect(explainRefusal({ kind: 'unknown-passage', field: 'avoid', given: 'suess' })).toMatch(
    /^avoid contains "suess", which is not a known passage; allowed values: suez, panama, kiel, corinth, .*northeast, .*palm$/,
  )
  expect(explainRefusal({ kind: 'contradiction', passage: 'suez' })).toBe(
    'avoid and via both contain "suez"; remove it from one of them',
  )
  expect(explainRefusal({ kind: 'bad-measure', field: 'vessel.draft_m', given: -2 })).toBe(
    'vessel.draft_m must be more than 0, but is -2',
  )
  expect(explainRefusal({ kind: 'bad-measure', field: 'vessel.speed_kn', given: 1e-9, least: 0.1 })).toBe(
    'vessel.speed_kn must be at least 0.1, but is 1e-9',
  )
  expect(
    explainRefusal({
      kind: 'inland',
      field: 'from',
      position: [48.1, 11.6],
      limitNm: 10.8,
      waterNm: 160,
      nearestPort: { name: 'Venice', code: 'ITVCE', nm: 162 },
    }),
  ).toBe(
    'The start (from) lies 296 km from the nearest navigable water, more than the 20 km allowed; the nearest port is Venice (ITVCE), 300 km away',
  )
  expect(explainRefusal({ kind: 'inland', field: 'to', position: [45, 90], limitNm: 10.8 })).toBe(
    'The destination (to) has no navigable water nearby',
  )
  expect(explainRefusal({ kind: 'separate-waters', field: 'to', water: 'Caspian Sea' })).toBe(
    'The destination (to) lies on the Caspian Sea, which no navigable waterway connects to the rest of the route; choose points on the same body of water',
  )
})

test('names the passage and the reason for a closed route', () => {
  const closed = (because: 'avoided' | 'closed' | 'unmeasured' | 'undated') => [
    { passage: 'kiel', name: 'Kiel Canal', because },
  ]
  const explain = (obstacles: Parameters<typeof explainRefusal>[0] & { kind: 'no-way' }) => explainRefusal(obstacles)
  expect(explain({ kind: 'no-way', field: 'to', obstacles: closed('avoided') })).toBe(
    'The destination (to) cannot be reached: Kiel Canal is required, but kiel is listed in avoid',
  )
  expect(explain({ kind: 'no-way', field: 'to', obstacles: closed('closed') })).toMatch(
    /but it is closed unless kiel is listed in allow$/,
  )
  expect(explain({ kind: 'no-way', field: 'to', obstacles: closed('unmeasured') })).toMatch(
    /give the vessel's beam_m and draft_m, or list kiel in allow$/,
  )
  const airDraftMissing = {
    passage: 'kiel',
    name: 'Kiel Canal',
    because: 'unmeasured',
    missing: ['air_draft_m'],
  } as const
  expect(explain({ kind: 'no-way', field: 'to', obstacles: [airDraftMissing] })).toMatch(
    /Kiel Canal is narrow: give the vessel's air_draft_m, or list kiel in allow$/,
  )
  expect(explain({ kind: 'no-way', field: 'to', obstacles: closed('undated') })).toMatch(
    /Kiel Canal is closed in winter: give depart_at or arrive_by, or list kiel in allow$/,
  )
  const size = {
    passage: 'kiel',
    name: 'Kiel Canal',
    because: 'size',
    measure: 'draft',
    allowedM: 7,
    givenM: 9,
  } as const
  expect(explain({ kind: 'no-way', field: 'to', obstacles: [size] })).toMatch(
    /Kiel Canal accepts ships with a draft of at most 7 m, but the vessel's draft is 9 m$/,
  )
  const estimated = { ...size, measure: 'beam', allowedM: 20, givenM: 30, estimatedFrom: 'draft' } as const
  expect(explain({ kind: 'no-way', field: 'to', obstacles: [estimated] })).toMatch(
    /Kiel Canal accepts ships with a beam of at most 20 m, but the vessel's beam is estimated at 30 m from its draft; give beam_m$/,
  )
  expect(explain({ kind: 'no-way', field: 'to', obstacles: [] })).toBe(
    'The destination (to) cannot be reached: no navigable waterway connects it to the rest of the route',
  )
})
