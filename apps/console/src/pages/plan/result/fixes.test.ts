import { expect, test } from 'vitest'
import { createArea, createEmptyDraft, createStop, setAreas, setOption } from '../plan.ts'
import { listFixes } from './fixes.ts'

const area = createArea([
  [1, 1],
  [2, 2],
  [1, 2],
])
const labels = (message: string, draft = createEmptyDraft('road')) =>
  listFixes(message, draft).map(({ label }) => label)

test('a blocked route offers to remove only what the user has set', () => {
  const message =
    'There is no route between the start and the destination under the given constraints (blocked by: avoid_areas, vehicle); leave out one of these constraints, or choose other points'
  const blocked = setOption(setAreas(createEmptyDraft('road'), [area]), 'height_m', '4')
  expect(labels(message, blocked)).toEqual(['Hide all avoided areas', 'Remove all avoided areas', 'Clear “Height”'])
  expect(labels(message)).toEqual([])
  const [hide, remove, clear] = listFixes(message, blocked)
  expect(hide?.apply(blocked).areas).toEqual([{ ...area, isHidden: true }])
  expect(remove?.apply(blocked).areas).toEqual([])
  expect(labels(message, setAreas(blocked, [{ ...area, isHidden: true }]))).toEqual(['Clear “Height”'])
  expect(clear?.apply(blocked).options.road).toEqual({})
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

test('a point far from water offers the nearest port, and an unknown port offers similar ones', () => {
  const ship = { ...createEmptyDraft('sea'), stops: [createStop({ at: [48, 16], label: '' }), createStop()] }
  const inland =
    'The start lies 291 km from the nearest navigable water, more than the 30 km allowed; the nearest port is Monfalcone (ITMNF), 307 km away'
  const [port] = listFixes(inland, ship)
  expect(port?.label).toBe('Use Monfalcone (ITMNF)')
  expect(port?.apply(ship).stops[0]).toMatchObject({ name: 'ITMNF', label: 'Monfalcone' })
  const unknown =
    'The start is "Rotterdamm", which is not a known port (similar names: Rotterdam (NLRTM), Amsterdam (NLAMS)); give the UN/LOCODE'
  expect(labels(unknown, ship)).toEqual(['Use Rotterdam (NLRTM)', 'Use Amsterdam (NLAMS)', 'Clear the start'])
})

test('a stop on the way can be removed', () => {
  const stops = [
    createStop({ at: [1, 1], label: '' }),
    createStop({ at: [2, 2], label: '' }),
    createStop({ at: [3, 3], label: '' }),
  ]
  const draft = { ...createEmptyDraft('road'), stops }
  const [fix] = listFixes('Via 1 has no road within 1000 m; move it nearer to a road', draft)
  expect(fix?.label).toBe('Remove via 1')
  expect(fix?.apply(draft).stops.map(({ at }) => at)).toEqual([
    [1, 1],
    [3, 3],
  ])
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
