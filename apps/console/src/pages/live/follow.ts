import { createClient, FairwayError, type ListAssetsReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { ask, type Call, CallFailed, isReachable } from '../../state/calls.ts'
import { forPeople } from '../../state/for-people.ts'
import { drop, isKnown, limits, lookOnce, put } from './fleet.ts'

/** The state of the connection that follows the fleet. */
export type Link =
  | { readonly kind: 'opening' }
  | { readonly kind: 'live' }
  | { readonly kind: 'polling' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }

export const link = signal<Link>({ kind: 'opening' })

export const listCall: Call = { method: 'GET', path: '/v1/assets' }
export const streamCall: Call = {
  method: 'GET',
  path: '/v1/assets/stream',
  headers: { 'x-service-live-channel': 'web' },
}

/** The interval between two full snapshots. No event reports that an asset went silent. */
const LOOK_EVERY_MS = 20_000
/** If the service replies but the stream does not open in this time, a proxy is buffering it. */
const OPENS_WITHIN_MS = 10_000

/** Keeps the fleet in sync with the service until the returned function is called. */
export function followFleet(key: string): () => void {
  const end = new AbortController()
  const { signal: ended } = end
  link.value = { kind: 'opening' }
  void learnLimits(ended)
  void watch(key, end).catch((error) => {
    if (ended.aborted) return
    const refused = error instanceof FairwayError ? error : undefined
    link.value = { kind: 'refused', status: refused?.status ?? 0, message: forPeople(refused?.detail ?? String(error)) }
    end.abort()
  })
  const looking = setInterval(() => {
    if (link.value.kind === 'live') void lookOnce(key, ended).catch(() => undefined)
  }, LOOK_EVERY_MS)
  ended.addEventListener('abort', () => clearInterval(looking))
  return () => end.abort()
}

/** Retries until there is a reply: the stream of an account without assets sends nothing. */
async function learnLimits(ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      const reply = await ask<ListAssetsReply>(listCall, ended)
      limits.value = reply.limits
      if (reply.assets.length === 0) isKnown.value = true
      return
    } catch (error) {
      if (error instanceof CallFailed && !error.isPassing) return
      await pause(2_000, ended)
    }
  }
}

async function watch(key: string, end: AbortController): Promise<void> {
  const held = new AbortController()
  const stop = AbortSignal.any([end.signal, held.signal])
  const timer = setTimeout(() => isReachable.peek() && held.abort(), OPENS_WITHIN_MS)
  const client = createClient({
    baseUrl: '',
    apiKey: key,
    retries: Number.MAX_SAFE_INTEGER,
    fetch: async (address, init) => {
      const reply = await fetch(address, init)
      if (reply.ok) {
        clearTimeout(timer)
        isReachable.value = true
        link.value = { kind: 'live' }
      }
      return reply
    },
  })
  const onBreak = ({ error }: { readonly error: FairwayError | undefined }) => {
    if (end.signal.aborted) return
    if (error?.kind === 'network') isReachable.value = false
    link.value = { kind: 'broken' }
  }
  try {
    for await (const event of client.assets.streamAll({ channel: 'web', signal: stop, onBreak })) {
      if (event.type === 'live') put(event.data)
      else if (event.type === 'removed') drop(event.data.removed)
      // The stream resends all current assets. Only a snapshot drops removed ones.
      else void lookOnce(key, stop).catch(() => undefined)
      isKnown.value = true
    }
  } finally {
    clearTimeout(timer)
  }
  if (held.signal.aborted && !end.signal.aborted) await poll(key, end.signal)
}

/** Repeats snapshots as often as the pricing plan allows. */
async function poll(key: string, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      await lookOnce(key, ended)
      link.value = { kind: 'polling' }
    } catch (error) {
      if (error instanceof FairwayError && !error.busy) throw error
      link.value = { kind: 'broken' }
    }
    await pause(1_000 / (limits.value?.web_polls_per_s ?? 0.2), ended)
  }
}

export function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    ended.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
