import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FeedError } from '../feed-failure.ts'
import { splitIntoChunks, toBytes } from '../testing/reading.ts'
import { MAX_LEVELS, MAX_VALUE_BYTES, readFeedItems } from './json-items.ts'

const lists = new Set(['incidents', 'features'])

async function items(text: string, size = 1 << 16): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const item of readFeedItems(splitIntoChunks(toBytes(text), size), lists)) {
    found.push(item.fault ?? item.value)
  }
  return found
}

async function failureOf(text: string, size?: number) {
  const error = await items(text, size).catch((thrown: unknown) => thrown)
  return error instanceof FeedError ? error.failure : error
}

describe('items of a JSON document', () => {
  test('are those of its lists at any depth, in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 })),
        fc.jsonValue(),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(undefined, 1, '\t'),
        async (values, other, size, indent) => {
          const json = JSON.stringify({ a: other, features: values, z: other }, null, indent)
          expect(await items(json, size)).toEqual(JSON.parse(JSON.stringify(values)))
        },
      ),
    )
  })

  test('may be invalid individually', async () => {
    expect(await items('{"incidents":[{"a":nonsense},{"b":1},tru,[1,],"x"]}')).toEqual([
      'it is not valid JSON',
      { b: 1 },
      'it is not valid JSON',
      'it is not valid JSON',
      'x',
    ])
  })

  test('may be nested to the limit; deeper ones are not parsed', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const [right, wrong, next] = await items(`{"features":[${nested(MAX_LEVELS)},${nested(MAX_LEVELS + 1)},1]}`)
    expect(right).toBeInstanceOf(Array)
    expect(wrong).toBe(`it is nested ${MAX_LEVELS + 1} levels deep; allowed: ${MAX_LEVELS}`)
    expect(next).toBe(1)
  })

  test('may be as long as the limit; longer ones are not kept in memory', async () => {
    const long = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
    const json = `{"features":[${long(MAX_VALUE_BYTES)},${long(MAX_VALUE_BYTES + 1)},${long(3 * MAX_VALUE_BYTES)},1]}`
    for (const size of [1 << 16, 1 << 22]) {
      const [right, ...others] = await items(json, size)
      expect(right).toHaveLength(MAX_VALUE_BYTES - 2)
      const expectedReason = `it is too long; allowed: ${MAX_VALUE_BYTES} bytes`
      expect(others).toEqual([expectedReason, expectedReason, 1])
    }
  })
})

describe('invalid JSON document', () => {
  const broken = (atByte: number, what: string) => ({ kind: 'broken-json', atByte, what })
  test.each([
    ['ends in a value', '{"features":[{"a":1', { kind: 'cut-off' }],
    ['ends in a list', '{"features":[{}', { kind: 'cut-off' }],
    ['ends after its list', '{"features":[]', { kind: 'cut-off' }],
    ['ends in a name', '{"feat', { kind: 'cut-off' }],
    ['ends after its first bracket', '{', broken(1, 'a name was expected')],
    ['there is more text after the end', '{"features":[]} {', broken(16, 'there is more text after the end')],
    ['lacks a comma', '{"features":[{} {}]}', broken(16, '"]" was expected')],
    ['lacks a value', '{"features":[1,]}', broken(15, 'a value was expected')],
    ['lacks a colon', '{"features"[]}', broken(11, '":" was expected')],
    ['has a name without quotes', '{features:[]}', broken(1, 'a name was expected')],
    [
      'has no list',
      '{"type":"Topology","arcs":[]}',
      {
        kind: 'unknown-format',
        found: 'the JSON object contains no list named "incidents" or "features", only "type", "arcs"',
      },
    ],
    [
      'has something else in the place of the list',
      '{"features":5}',
      {
        kind: 'unknown-format',
        found: 'the JSON object contains no list named "incidents" or "features", only "features"',
      },
    ],
    [
      'has nothing',
      '{}',
      {
        kind: 'unknown-format',
        found: 'the JSON object contains no list named "incidents" or "features"; it is empty',
      },
    ],
  ])('%s', async (_title, json, failure) => {
    expect(await failureOf(json)).toEqual(failure)
    expect(await failureOf(json, 1)).toEqual(failure)
  })

  test('that consists only of open brackets is rejected without exhausting memory', async () => {
    expect(await failureOf(`{"features":${'['.repeat(20_000_000)}`)).toEqual({ kind: 'cut-off' })
  })
})
