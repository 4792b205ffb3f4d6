import { expect, test } from 'vitest'
import { fromQuery, hasDraft, listUnreadableStops, toQuery } from './draft-in-url.ts'
import {
  createEmptyDraft,
  createStop,
  insertVia,
  moveStop,
  type RouteDraft,
  removeStop,
  reverseStops,
  setMode,
  setOption,
} from './plan.ts'
import { listCharges } from './result/energy-facts.tsx'
import { toSeaSteps } from './steps.ts'
import { toCall, toDragCall } from './to-call.ts'

const query = (text: string) => new URLSearchParams(text)
const labels = ({ stops }: RouteDraft) => stops.map(({ label }) => label)

function threeStops(): RouteDraft {
  const [a, b, c] = ['a', 'b', 'c'].map((label, index) => createStop({ at: [index + 1, index + 1], label }))
  return { ...createEmptyDraft(), stops: [a, b, c].filter((stop) => stop !== undefined), routeIndex: 1 }
}

test('round-trips a link', () => {
  const queries = [
    'mode=road&from=-34.9,-56.16&via=-34.91,-56.17;-34.92,-56.18&to=-34.88,-56.1&avoid=tolls,ferries&weight_t=7.5&way=2',
    'mode=drone&from=-34.9,-56.16&to=-34.88,-56.1&altitude_m=80&wind_ms=6&wind_from=270&range_km=40&corridors=only',
    'mode=sea&from=NLRTM&via=suez&to=Singapore&draft_m=14.5&avoid=malacca,sunda',
    'mode=av&from=-34.9,-56.16&to=-34.88,-56.1&depart_at=2026-11-16T15:00:00Z&weather=rain',
    'mode=road&from=-34.9,-56.16,Casa, Centro&via=-34.91,-56.17,A %253B B;-34.92,-56.18&to=-34.88,-56.1,Łódź 5',
    'mode=road&from=-34.9,-56.16&to=-34.88,-56.1&profile=foot',
    'mode=road',
  ]
  for (const queryString of queries)
    expect(Object.fromEntries(query(queryString))).toEqual(toQuery(fromQuery(query(queryString))))
})

test('drops invalid values from a link', () => {
  const draft = fromQuery(query('mode=rocket&from=here&to=91,0&via=;;x&way=-1&colour=red&draft_m=3'))
  expect(toQuery(draft)).toEqual({ mode: 'road' })
  expect(draft.stops).toHaveLength(2)
  expect(hasDraft(query('x=1'))).toBe(false)
})

test('keeps entered names in a link but not looked-up names, and reports entries that are not positions', () => {
  const draft = fromQuery(query('from=-34.9,-56.16,Casa; 5 %&to=-34,9059; -56,1913'))
  expect(labels(draft)).toEqual(['Casa; 5 %', ''])
  expect(draft.stops[1]?.at).toEqual([-34.9059, -56.1913])
  expect(labels(fromQuery(new URLSearchParams(toQuery(draft))))).toEqual(labels(draft))
  const withLabels = { ...draft, stops: draft.stops.map((stop) => ({ ...stop, label: 'x', isLookedUp: true })) }
  expect(toQuery(withLabels)).toEqual({ mode: 'road', from: '-34.9,-56.16', to: '-34.9059,-56.1913' })
  expect(listUnreadableStops(query('mode=road&from=abc&via=1,2;x&to=91,0'))).toEqual(['abc', 'x', '91,0'])
  expect(listUnreadableStops(query('mode=sea&from=UYMVD&to='))).toEqual([])
})

test('shows the length of a sea step once', () => {
  const step = {
    maneuver: { at: [1, 2] },
    instruction: 'Across the Río de la Plata, 189 nm',
    kind: 'sea',
    distance_m: 350_028,
    distance_nm: 189,
    duration_s: 46_800,
  }
  const [said, silent] = toSeaSteps([step, { ...step, instruction: 'To the river' }] as unknown as Parameters<
    typeof toSeaSteps
  >[0])
  expect(said?.detail).toBe('13 h')
  expect(silent?.detail).toBe('189 nm · 13 h')
})

test('puts the selected options, and nothing else, into the matching API fields', () => {
  const drone = fromQuery(query('mode=drone&from=1,2&to=3,4&wind_ms=6&range_km=40&authorisations=airport:A, airport:B'))
  expect(toCall(drone)).toEqual({
    method: 'POST',
    path: '/v1/drone/route',
    body: {
      from: [1, 2],
      to: [3, 4],
      wind: { speed_ms: 6, from_deg: 0 },
      aircraft: { range_km: 40 },
      authorisations: ['airport:A', 'airport:B'],
    },
  })
  const road = fromQuery(query('from=1,2&to=3,4&via=5,6&hazmat=yes&height_m=3.8&alternatives=3&avoid=tolls'))
  expect(toCall(road).body).toEqual({
    from: [1, 2],
    to: [3, 4],
    via: [[5, 6]],
    vehicle: { height_m: 3.8, hazmat: true },
    alternatives: 3,
    avoid: ['tolls'],
  })
  expect(toDragCall(road).body).toMatchObject({ alternatives: 0 })
  expect(toCall(fromQuery(query('mode=sea&from=UYMVD&to=SGSIN'))).body).toEqual({
    from: 'UYMVD',
    to: 'SGSIN',
    unwrap: true,
  })
})

test('moves, reverses, inserts and removes stops; a changed request starts at its best route', () => {
  const draft = threeStops()
  const [a, b] = draft.stops
  expect(labels(moveStop(draft, a?.key ?? 0, 1))).toEqual(['b', 'a', 'c'])
  expect(moveStop(draft, a?.key ?? 0, -1)).toBe(draft)
  expect(labels(reverseStops(draft))).toEqual(['c', 'b', 'a'])
  expect(labels(insertVia(draft, 99, createStop({ label: 'x' })))).toEqual(['a', 'b', 'x', 'c'])
  expect(labels(insertVia(draft, 0, createStop({ label: 'x' })))).toEqual(['a', 'x', 'b', 'c'])
  expect(labels(removeStop(draft, b?.key ?? 0))).toEqual(['a', 'c'])
  expect(labels(removeStop(removeStop(draft, b?.key ?? 0), a?.key ?? 0))).toEqual(['', 'c'])
  for (const next of [reverseStops(draft), setOption(draft, 'avoid', 'tolls')]) expect(next.routeIndex).toBe(0)
})

test('converts ports to points outside sea mode, and an unknown port to an empty box', () => {
  const sea = fromQuery(query('mode=sea&from=UYMVD&to=Nowhere'))
  const road = setMode(sea, 'road', ({ name }) => (name === 'UYMVD' ? [-34.9, -56.2] : undefined))
  expect(road.stops.map(({ at, name }) => [at, name])).toEqual([
    [[-34.9, -56.2], undefined],
    [undefined, undefined],
  ])
})

test('keeps options per mode, and omits empty ones', () => {
  const draft = setOption({ ...createEmptyDraft('sea'), routeIndex: 0 }, 'avoid', 'suez')
  expect(setMode(draft, 'road', () => undefined).options).toMatchObject({ sea: { avoid: 'suez' }, road: {} })
  expect(setOption(draft, 'avoid', '').options.sea).toEqual({})
})

test('options of another profile are kept, but not sent', () => {
  const stops = [createStop({ at: [1, 1], label: '' }), createStop({ at: [2, 2], label: '' })]
  const truck = setOption(setOption({ ...createEmptyDraft('road'), stops }, 'profile', 'truck'), 'preset', '12t')
  expect(toCall(truck).body).toMatchObject({ profile: 'truck', vehicle: { preset: '12t' } })
  const bicycle = setOption(truck, 'profile', 'bicycle')
  expect(toCall(bicycle).body).not.toHaveProperty('vehicle')
  expect(bicycle.options.road.preset).toBe('12t')
})

test('sends the battery of an electric car with its charge, and only for profiles that have one', () => {
  const link = 'mode=road&from=1,2&to=3,4&battery=60&charge_pct=40'
  expect(toCall(fromQuery(query(link))).body).toEqual({
    from: [1, 2],
    to: [3, 4],
    vehicle: { electric: { battery_kwh: 60, unknown_connectors: true, charge_pct: 40 } },
  })
  expect(toCall(fromQuery(query(`${link}&profile=foot`))).body).not.toHaveProperty('vehicle')
  expect(toCall(fromQuery(query('mode=road&from=1,2&to=3,4&charge_pct=40'))).body).not.toHaveProperty('vehicle')
})

test('sends a model by its preset or its own rules, and not if it cannot be read', () => {
  const modelOf = (model: string) =>
    toCall(setOption(fromQuery(query('mode=road&from=1,2&to=3,4')), 'model', model)).body as { model?: unknown }
  expect(modelOf('slow').model).toEqual({ rules: [{ if: {}, speed: { limit: 80 } }] })
  expect(modelOf('{"rules":[]}').model).toEqual({ rules: [] })
  expect(modelOf('{')).not.toHaveProperty('model')
})

test('plots the charge along the legs, with charging as a vertical line', () => {
  const legs = [
    { start_pct: 50, end_pct: 20, used_kwh: 1 },
    { start_pct: 80, end_pct: 60, used_kwh: 1 },
  ]
  expect(listCharges({ legs }, [{ distance_km: 3 }, { distance_km: 2 }])).toEqual([
    [0, 50],
    [3, 20],
    [3, 80],
    [5, 60],
  ])
})
