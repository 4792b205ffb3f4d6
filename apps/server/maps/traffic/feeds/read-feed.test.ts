import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeFeedFailure } from './feed-failure.ts'
import { readFeedBytes } from './read-feed.ts'
import { readContent, readFailure, readTestFeed, toBytes } from './testing/reading.ts'
import { deviceFeature, makeFeed, makeWorkZone, version3WorkZone } from './testing/wzdx.ts'

describe('format detection by content', () => {
  const incident = { kind: 'hazard', at: [41.15, -8.61] }

  test.each([
    ['incidents', JSON.stringify({ incidents: [incident] })],
    ['incidents after a byte order mark and blanks', `\ufeff\r\n ${JSON.stringify({ incidents: [incident] })}`],
    ['incidents beside other things', JSON.stringify({ version: 1, incidents: [incident], more: {} })],
    ['work zones', JSON.stringify(makeFeed(makeWorkZone()))],
    ['work zones and incidents', JSON.stringify({ features: [makeWorkZone()], incidents: [] })],
  ])('%s', async (_what, feed) => {
    expect((await readContent(feed)).events).toHaveLength(1)
    expect((await readContent(feed, { size: 1 })).events).toHaveLength(1)
  })

  test.each([
    '<!DOCTYPE html><html><body>Please log in</body></html>',
    '\n\n<html lang="en">',
    '<!-- a proxy --><HEAD><TITLE>502</TITLE>',
    '\ufeff<!doctype  html>',
  ])('recognizes %j as a web page', async (feed) => {
    expect(await readFailure(feed)).toEqual({ kind: 'web-page' })
    expect(await readFailure(feed, { size: 1 })).toEqual({ kind: 'web-page' })
  })

  test.each([
    ['<?xml version="1.0"?><d2LogicalModel/>', 'the feed is XML'],
    ['[{"kind":"hazard"}]', 'the feed is a bare JSON array'],
    [Buffer.from('1,2,3\n', 'utf16le'), 'the feed is not UTF-8 text'],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'the feed is not UTF-8 text'],
  ])('rejects %j as unknown', async (feed, found) => {
    expect(await readFailure(feed)).toEqual({ kind: 'unknown-format', found })
  })
})

const seeds = [
  makeFeed(makeWorkZone(), version3WorkZone, deviceFeature, makeWorkZone({ vehicle_impact: 'all-lanes-closed' })),
  {
    incidents: [
      {
        id: 'a',
        kind: 'accident',
        line: [
          [41.15, -8.61],
          [41.16, -8.62],
        ],
        starts_at: '2026-11-15T08:00:00Z',
      },
      {
        kind: 'weather',
        area: [
          [41, -8],
          [41, -8.1],
          [41.1, -8],
        ],
        lanes_closed: [1, 2],
      },
    ],
  },
  'from,to,speed\n1,2,30\n3,4,50.5,1\n"5" , 6,0\n',
].map(toBytes)

/** Feed with some bytes replaced, removed or repeated. */
const mutated = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(fc.tuple(fc.nat(2000), fc.nat(20), fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constantFrom(...seeds))), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([seed, edits]) =>
    edits.reduce<Buffer>((bytes, [where, length, inserted]) => {
      const at = where % (bytes.length + 1)
      return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + length)])
    }, seed),
  )

/** Feed with arbitrary field values. */
const misfilled = fc
  .tuple(fc.constantFrom(0, 1), fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.nat(40))
  .map(([seed, extra, value, which]) => {
    let count = 0
    const json = JSON.parse(String(seeds[seed]), (_key, inner: unknown) =>
      count++ === which ? value : inner,
    ) as unknown
    return toBytes({ ...extra, ...(json as object) })
  })

describe('arbitrary content never makes a reader throw or hang', () => {
  const either = async (bytes: Uint8Array, size: number) => {
    const result = await readTestFeed(bytes, { size })
    if (!result.ok) expect(describeFeedFailure(result.failure)).toMatch(/; |: /)
    // The result does not depend on the chunk size.
    expect(await readFeedBytes(bytes)).toEqual(result)
  }
  const size = fc.integer({ min: 1, max: 3000 })

  test.each<[string, fc.Arbitrary<Uint8Array>]>([
    ['random bytes', fc.uint8Array({ maxLength: 2000 })],
    ['random texts', fc.string({ unit: 'binary' }).map((text) => toBytes(text))],
    ['random rows', fc.stringMatching(/^[0-9,."\n\r# x-]*$/).map((text) => toBytes(text))],
    ['random JSON', fc.json().map((text) => toBytes(text))],
    ['random lists', fc.array(fc.jsonValue()).map((features) => toBytes({ features, incidents: features }))],
    ['mutations of right feeds', mutated],
    ['right feeds with wrong values', misfilled],
  ])('%s', async (_what, feeds) => {
    await fc.assert(fc.asyncProperty(feeds, size, either), { numRuns: 300 })
  })
})
