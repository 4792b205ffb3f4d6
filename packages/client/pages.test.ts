import { afterEach, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { replyBusy, replyWith, type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts'

let server: ScriptedServer
afterEach(() => server.close())
const listUrls = () => server.received.map(({ url }) => url)

test('yields all assets one by one, and requests a page only after the previous one is consumed', async () => {
  server = await startScriptedServer(
    replyWith(200, { assets: [{ id: 'a' }, { id: 'b' }], next: 'b' }),
    replyBusy(503, { 'retry-after': '0.01' }),
    replyWith(200, { assets: [], next: 'c/d' }),
    replyWith(200, { assets: [{ id: 'e' }] }),
  )
  const { assets } = createClient({ baseUrl: server.url })
  const ids: string[] = []
  for await (const { id } of assets.all({ limit: 2 })) {
    ids.push(`${id} of ${server.received.length}`)
  }
  expect(ids).toEqual(['a of 1', 'b of 1', 'e of 4'])
  const second = '/v1/assets?limit=2&after=b'
  expect(listUrls()).toEqual(['/v1/assets?limit=2', second, second, '/v1/assets?limit=2&after=c%2Fd'])
})

test('makes no more requests after the loop exits', async () => {
  server = await startScriptedServer(replyWith(200, { assets: [{ id: 'a' }, { id: 'b' }], next: 'b' }))
  for await (const { id } of createClient({ baseUrl: server.url }).assets.all()) if (id === 'b') break
  expect(listUrls()).toEqual(['/v1/assets'])
})

test('reads a whole track page by page', async () => {
  const at = [1, 2]
  server = await startScriptedServer(
    replyWith(200, { asset: 'van', positions: [{ at, time: '1' }], next: '17.3' }),
    replyWith(200, { asset: 'van', positions: [{ at, time: '2' }] }),
  )
  const times: string[] = []
  const { assets } = createClient({ baseUrl: server.url })
  for await (const { time } of assets.positions('van', { from: '2026-11-15T00:00:00Z' })) times.push(time)
  expect(times).toEqual(['1', '2'])
  expect(listUrls()).toEqual([
    '/v1/assets/van/track?from=2026-11-15T00%3A00%3A00Z&format=json',
    '/v1/assets/van/track?from=2026-11-15T00%3A00%3A00Z&after=17.3&format=json',
  ])
})

test('stops at a page that names itself as the next one', async () => {
  server = await startScriptedServer(replyWith(200, { assets: [{ id: 'a' }], next: 'a' }))
  const read = async () => {
    for await (const _ of createClient({ baseUrl: server.url }).assets.all());
  }
  await expect(read()).rejects.toThrow('200: the page after a names itself as the next one')
})
