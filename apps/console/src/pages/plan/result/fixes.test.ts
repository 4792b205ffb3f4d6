import { expect, test } from 'vitest'
import { createEmptyDraft, createStop, setAreas, setOption } from '../plan.ts'
import { listFixes } from './fixes.ts'

const area = [
  [1, 1],
  [2, 2],
  [1, 2],
] as const
const labels = (message: string, draft = createEmptyDraft('road')) =>
  listFixes(message, draft).map(({ label }) => label)

test('a blocked route offers to remove only what the user has set', () => {
  const message =
    'There is no route between the start and the destination under the given constraints (blocked by: avoid_areas, vehicle); leave out one of these constraints, or choose other points'
  const blocked = setOption(setAreas(createEmptyDraft('road'), [area]), 'height_m', '4')
  expect(labels(message, blocked)).toEqual(['Remove all avoided areas', 'Clear “Height”'])
  expect(labels(message)).toEqual([])
  const [first, second] = listFixes(message, blocked)
  expect(first?.apply(blocked).areas).toEqual([])
  expect(second?.apply(blocked).options.road).toEqual({})
})

test('a limit of a passage offers to clear the option it names', () => {
  const message =
    "The destination cannot be reached: Punta Indio channel, Río de la Plata accepts ships with a draft of at most 10.36 m, but the vessel's draft is 15 m"
  const ship = setOption(setOption(createEmptyDraft('sea'), 'draft_m', '15'), 'beam_m', '30')
  expect(labels(message, ship)).toEqual(['Clear “Draft”'])
})

test('a value out of range offers to clear the option, by its label on the page', () => {
  const tall = setOption(createEmptyDraft('road'), 'height_m', '35')
  expect(labels('“Height” is 35; it must be at most 20', tall)).toEqual(['Clear “Height”'])
})

test('a zone offers an authorization in addition to those given', () => {
  const message =
    'The start lies inside Nice (airport:LFMN), where authorization is required; choose another position, or add airport:LFMN to “Authorized zones” if you may fly there'
  const drone = setOption(createEmptyDraft('drone'), 'authorisations', 'airport:LNMC')
  const fix = listFixes(message, drone).find(({ label }) => label === 'I am authorized to fly there')
  expect(fix?.apply(drone).options.drone.authorisations).toBe('airport:LNMC,airport:LFMN')
})

test('a flight that is too far offers an aircraft that can do it with the same reserve', () => {
  const message =
    'The flight needs 107.8 km of range, but only 24.0 km may be used (30.0 km minus a reserve of 20 %); choose a nearer destination, an aircraft with more range, or a smaller reserve'
  const [fix] = listFixes(message, createEmptyDraft('drone'))
  expect(fix?.label).toBe('Use an aircraft with a range of 136 km')
  expect(Number(fix?.apply(createEmptyDraft('drone')).options.drone.range_km) * 0.8).toBeGreaterThanOrEqual(107.8)
})

test('a position without a map offers to clear it', () => {
  const stops = [createStop({ at: [1, 1], label: '' }), createStop({ at: [2, 2], label: '' })]
  const draft = { ...createEmptyDraft('road'), stops }
  const message = 'The destination is outside the loaded maps of this service (monaco)'
  const [fix] = listFixes(message, draft)
  expect(fix?.label).toBe('Clear the destination')
  expect(fix?.apply(draft).stops[1]?.at).toBeUndefined()
  expect(fix?.apply(draft).stops[0]?.at).toEqual([1, 1])
})
