import { afterEach, expect, test, vi } from 'vitest'
import { findAddresses } from './find-addresses.ts'
import { readPoints, textOf } from './read-points.ts'

afterEach(() => vi.unstubAllGlobals())

const known: Readonly<Record<string, object>> = {
  'Av Itlia 3000': { label: 'Avenida Italia 3000, Montevideo', at: [-34.88, -56.12], confidence: 0.854 },
  'Calle Inventada 123': { label: 'Calle 10 114-123, Montevideo', at: [-34.9, -56.1], confidence: 0.366 },
  'n/a': { label: 'Austria', at: [47.6, 14.1], confidence: 0.436 },
}

test('accepts a typo but not a guess: the unmatched line stays, with its nearest match', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const found = known[new URL(address, 'http://here').searchParams.get('q') ?? '']
    return Response.json({ results: found === undefined ? [] : [found] })
  })
  const lines = readPoints('-34.9, -56.2\nAv Itlia 3000\nCalle Inventada 123\nn/a\nqqqxyzzz')
  const { placed, failed } = await findAddresses(lines, () => undefined, new AbortController().signal)
  expect(placed.map(({ at, label }) => [at, label])).toEqual([
    [[-34.9, -56.2], ''],
    [[-34.88, -56.12], 'Avenida Italia 3000, Montevideo'],
  ])
  expect(textOf(failed)).toBe('Calle Inventada 123\nn/a\nqqqxyzzz')
  expect(failed.map(({ fault }) => fault)).toEqual([
    'address not found; closest match: Calle 10 114-123, Montevideo',
    'address not found; closest match: Austria',
    'address not found',
  ])
})
