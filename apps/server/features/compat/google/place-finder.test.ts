import { expect, test } from 'vitest'
import { PlaceFinder } from './place-finder.ts'
import { parseDirections } from './request.ts'

interface StubPlace {
  readonly label: string
  readonly confidence: number
  readonly at?: readonly [number, number]
}

/** Only position that the stub map covers. */
const ON_MAP = [3, 4] as const

/** Runs a fake geocoder with one answer for the home country and one for the world, and records its requests. */
async function find(
  parameters: object,
  { home, world }: { readonly home?: StubPlace; readonly world?: StubPlace | StubPlace[] },
) {
  const read = parseDirections({ origin: 'Toledo', destination: '-34.9,-56.2', ...parameters }, 0)
  if (!read.ok) throw new Error(read.failure.error_message)
  const asked: string[] = []
  const finder = new PlaceFinder(
    async (_operation, _caller, input) => {
      const query = new URLSearchParams(Object.entries(input.query ?? {}))
      asked.push(query.toString())
      const known = query.has('country') ? home : world
      const results = (known ? [known].flat() : []).map((place) => ({ at: [1, 2], kind: 'town', ...place }))
      return { ok: true, body: { results } }
    },
    { kind: 'anonymous', address: '' },
    read.value,
    (at) => at[0] === ON_MAP[0],
  )
  const [search] = await finder.findAll([read.value.origin, read.value.destination])
  return { label: search?.place?.label, why: search && !search.place ? search.why : undefined, asked }
}

const ohio = { label: 'Toledo, Ohio', confidence: 1 }
const canelones = { label: 'Toledo, Canelones', confidence: 1 }

test('searches for an address near the other endpoint', async () => {
  const { label, asked } = await find({}, { world: ohio })
  expect(label).toBe('Toledo, Ohio')
  expect(asked).toEqual(['q=Toledo&limit=5&near=-34.900000%2C-56.200000'])
})

test('biases toward the country of region, also for top-level domains that differ from the country code', async () => {
  const { label, asked } = await find({ region: 'uy' }, { home: canelones, world: ohio })
  expect(label).toBe('Toledo, Canelones')
  expect(asked.map((query) => new URLSearchParams(query).get('country'))).toEqual([null, 'UY'])
  expect((await find({ region: 'uk' }, {})).asked[1]).toContain('country=GB')
})

test('does not restrict results to region', async () => {
  const vague = { label: 'Toldos', confidence: 0.7 }
  expect((await find({ region: 'uy' }, { home: vague, world: ohio })).label).toBe('Toledo, Ohio')
  expect((await find({ region: 'uy' }, { world: ohio })).label).toBe('Toledo, Ohio')
})

test.each(['xx', 'usa', '', '1'])('applies no bias for region %j', async (region) => {
  expect((await find({ region }, { home: canelones, world: ohio })).label).toBe('Toledo, Ohio')
})

test('rejects a low-confidence match', async () => {
  const { label, why } = await find({}, { world: { label: 'Tolstoi', confidence: 0.4 } })
  expect([label, why]).toEqual([
    undefined,
    'origin is "Toledo", and no place matches it; the closest match is "Tolstoi"',
  ])
})

test('prefers a place on a loaded map that matches nearly as well', async () => {
  const onMap = (confidence: number) => [ohio, { label: 'Toledo, here', confidence, at: ON_MAP }]
  expect((await find({}, { world: onMap(0.9) })).label).toBe('Toledo, here')
  expect((await find({}, { world: onMap(0.89) })).label).toBe('Toledo, Ohio')
})

test('does not accept a guess because it is on a loaded map', async () => {
  const world = [
    { label: 'Tolstoi', confidence: 0.7 },
    { label: 'Tolosa', confidence: 0.64, at: ON_MAP },
  ]
  expect((await find({}, { world })).label).toBe('Tolstoi')
})
