import type { LiveAssetReply } from '@fairway/client'
import { afterEach, expect, test, vi } from 'vitest'
import { clearFleet, fleet, loadFleet, putLiveAsset, selectedId } from './fleet.ts'
import { followFleet } from './follow.ts'

const eventOf = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
const live = (id: string) => eventOf('live', { asset: { id }, position: null, state: 'no_fix' })
const sse = { headers: { 'content-type': 'text/event-stream' } }
const ids = () => [...fleet.value.keys()]

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  clearFleet()
  vi.unstubAllGlobals()
})

/**
 * Fakes a service with an asset stream, and returns a function that sends a string on the stream. `there` lists the ids
 * of the assets in the snapshots of the service.
 */
function serve(there: readonly string[]): (text: string) => void {
  const encoder = new TextEncoder()
  let tell: (text: string) => void = () => undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      tell = (text) => controller.enqueue(encoder.encode(text))
    },
  })
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.startsWith('/v1/assets/stream')) return Response.json({ assets: there, limits: {} })
    return new Response(address.includes('seconds=0') ? there.map(live).join('') : stream, sse)
  })
  return tell
}

test('removes an asset from the list and the selection as soon as the service removes it', async () => {
  const sendEvent = serve(['a', 'b'])
  stop = followFleet('key')
  sendEvent(live('a') + live('b'))
  await expect.poll(ids).toEqual(['a', 'b'])
  selectedId.value = 'a'
  sendEvent(eventOf('removed', { removed: 'a' }))
  await expect.poll(ids).toEqual(['b'])
  expect(selectedId.value).toBe('')
})

test('keeps an asset that was added while a full update was loading', async () => {
  const { promise: isLoading, resolve: startLoading } = Promise.withResolvers<void>()
  const { promise: reply, resolve: sendReply } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async () => {
    startLoading()
    return await reply
  })
  putLiveAsset({ asset: { id: 'old' } } as LiveAssetReply)
  const update = loadFleet('key', new AbortController().signal)
  await isLoading
  putLiveAsset({ asset: { id: 'new' } } as LiveAssetReply)
  sendReply(new Response(live('a'), sse))
  await update
  expect(ids()).toEqual(['new', 'a'])
})

test('drops assets that are missing from a full update', async () => {
  const sendEvent = serve(['b', 'c'])
  stop = followFleet('key')
  sendEvent(live('a') + live('b'))
  await expect.poll(ids).toEqual(['a', 'b'])
  sendEvent(eventOf('reset', { detail: 'no such event' }))
  await expect.poll(ids).toEqual(['b', 'c'])
})
