import { afterEach, expect, test, vi } from 'vitest'
import { geocodeLines } from './find-addresses.ts'
import { formatLines, parsePoints } from './read-points.ts'

afterEach(() => vi.unstubAllGlobals())

const replyByQuery: Readonly<Record<string, object>> = {
  'Av Itlia 3000': { label: 'Avenida Italia 3000, Montevideo', at: [-34.88, -56.12], confidence: 0.854 },
  'Calle Inventada 123': { label: 'Calle 10 114-123, Montevideo', at: [-34.9, -56.1], confidence: 0.366 },
  'n/a': { label: 'Austria', at: [47.6, 14.1], confidence: 0.436 },
}

test('accepts a typo but not a guess: the unmatched line stays, with its nearest match', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const reply = replyByQuery[new URL(address, 'http://here').searchParams.get('q') ?? '']
    return Response.json({ results: reply === undefined ? [] : [reply] })
  })
  const lines = parsePoints('-34.9, -56.2\nAv Itlia 3000\nCalle Inventada 123\nn/a\nqqqxyzzz')
  const { located, failed } = await geocodeLines(lines, () => undefined, new AbortController().signal)
  expect(located.map(({ at, label }) => [at, label])).toEqual([
    [[-34.9, -56.2], ''],
    [[-34.88, -56.12], 'Avenida Italia 3000, Montevideo'],
  ])
  expect(formatLines(failed)).toBe('Calle Inventada 123\nn/a\nqqqxyzzz')
  expect(failed.map(({ error }) => error)).toEqual([
    'address not found; closest match: Calle 10 114-123, Montevideo',
    'address not found; closest match: Austria',
    'address not found',
  ])
})
