import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { parseHeaderValue } from './header-text.ts'

const refusal = (what: string, at: number) =>
  `apiKey contains ${what} at position ${at}, which is not allowed in a header; copy it again exactly as the service returned it`

test.each([
  ['fw_live_–x', "'–' (U+2013)", 9],
  ['fw live', 'U+0020', 3],
  ['fw\nlive', 'U+000A', 3],
  ['fw_\u200blive', 'U+200B', 4],
  ['fw_😀', "'😀' (U+1F600)", 4],
  ['é', "'é' (U+00E9)", 1],
])('rejects a key with %j before any request', (apiKey, what, at) => {
  expect(() => createClient({ baseUrl: 'http://a', apiKey })).toThrow(new TypeError(refusal(what, at)))
})

test('trims whitespace around a key', async () => {
  const sent: unknown[] = []
  const client = createClient({
    baseUrl: 'http://a',
    apiKey: ' fw_live_x\n',
    fetch: async (_, { headers }) => {
      sent.push(headers)
      return Response.json({})
    },
  })
  await client.usage()
  expect(sent).toEqual([{ 'x-api-key': 'fw_live_x' }])
  expect(parseHeaderValue('apiKey', '!~azAZ09_-')).toBe('!~azAZ09_-')
})

test('rejects an event id that cannot be a header value', async () => {
  const client = createClient({ baseUrl: 'http://a', fetch: async () => new Response(null, { status: 204 }) })
  await expect(client.assets.streamAll({ lastEventId: '4…2' }).next()).rejects.toThrow(
    "lastEventId contains '…' (U+2026) at position 2",
  )
})
