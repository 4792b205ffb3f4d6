import { createClient, FairwayError, type ListAssetsReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { type ApiCall, CallError, callApi, isReachable } from '../../state/calls.ts'
import { rephraseForUsers } from '../../state/error-messages.ts'
import { isLoaded, limits, loadFleet, putLiveAsset, removeAsset } from './fleet.ts'

/** State of the connection that follows the fleet. */
export type ConnectionState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'live' }
  | { readonly kind: 'polling' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }

export const connection = signal<ConnectionState>({ kind: 'opening' })

export const listAssetsCall: ApiCall = { method: 'GET', path: '/v1/assets' }
export const streamCall: ApiCall = {
  method: 'GET',
  path: '/v1/assets/stream',
  headers: { 'x-service-live-channel': 'web' },
}

/**
 * Interval between two full snapshots, in milliseconds. Snapshots are needed because no event reports that an asset has
 * gone silent.
 */
const POLL_INTERVAL_MS = 20_000
/**
 * Timeout for opening the stream, in milliseconds. If the service answers other requests but the stream does not open,
 * a proxy is probably buffering the stream.
 */
const OPEN_TIMEOUT_MS = 10_000

/** Synchronizes the fleet with the service until the returned function is called. */
export function followFleet(key: string): () => void {
  const stopController = new AbortController()
  const { signal: stopSignal } = stopController
  connection.value = { kind: 'opening' }
  void loadLimits(stopSignal)
  void streamFleet(key, stopController).catch((error) => {
    if (stopSignal.aborted) return
    const apiError = error instanceof FairwayError ? error : undefined
    connection.value = {
      kind: 'refused',
      status: apiError?.status ?? 0,
      message: rephraseForUsers(apiError?.detail ?? String(error)),
    }
    stopController.abort()
  })
  const pollTimer = setInterval(() => {
    if (connection.value.kind === 'live') void loadFleet(key, stopSignal).catch(() => undefined)
  }, POLL_INTERVAL_MS)
  stopSignal.addEventListener('abort', () => clearInterval(pollTimer))
  return () => stopController.abort()
}

/**
 * Loads the limits, and retries after temporary errors. The reply also shows whether the account has any assets,
 * because the stream of an account without assets sends nothing.
 */
async function loadLimits(stopSignal: AbortSignal): Promise<void> {
  while (!stopSignal.aborted) {
    try {
      const reply = await callApi<ListAssetsReply>(listAssetsCall, stopSignal)
      limits.value = reply.limits
      if (reply.assets.length === 0) isLoaded.value = true
      return
    } catch (error) {
      if (error instanceof CallError && !error.isTemporary) return
      await sleep(2_000, stopSignal)
    }
  }
}

async function streamFleet(key: string, stopController: AbortController): Promise<void> {
  const streamController = new AbortController()
  const stopSignal = AbortSignal.any([stopController.signal, streamController.signal])
  const timer = setTimeout(() => isReachable.peek() && streamController.abort(), OPEN_TIMEOUT_MS)
  const client = createClient({
    baseUrl: '',
    apiKey: key,
    retries: Number.MAX_SAFE_INTEGER,
    fetch: async (url, init) => {
      const reply = await fetch(url, init)
      if (reply.ok) {
        clearTimeout(timer)
        isReachable.value = true
        connection.value = { kind: 'live' }
      }
      return reply
    },
  })
  const onDisconnect = ({ error }: { readonly error: FairwayError | undefined }) => {
    if (stopController.signal.aborted) return
    if (error?.kind === 'network') isReachable.value = false
    connection.value = { kind: 'broken' }
  }
  try {
    for await (const event of client.assets.streamAll({ channel: 'web', signal: stopSignal, onBreak: onDisconnect })) {
      if (event.type === 'live') putLiveAsset(event.data)
      else if (event.type === 'removed') removeAsset(event.data.removed)
      // After a `reset` event, the stream resends all current assets, but only a snapshot removes deleted assets from
      // the list.
      else void loadFleet(key, stopSignal).catch(() => undefined)
      isLoaded.value = true
    }
  } finally {
    clearTimeout(timer)
  }
  if (streamController.signal.aborted && !stopController.signal.aborted) await pollFleet(key, stopController.signal)
}

/** Repeats snapshots as often as the pricing plan allows. */
async function pollFleet(key: string, stopSignal: AbortSignal): Promise<void> {
  while (!stopSignal.aborted) {
    try {
      await loadFleet(key, stopSignal)
      connection.value = { kind: 'polling' }
    } catch (error) {
      if (error instanceof FairwayError && !error.busy) throw error
      connection.value = { kind: 'broken' }
    }
    await sleep(1_000 / (limits.value?.web_polls_per_s ?? 0.2), stopSignal)
  }
}

export function sleep(ms: number, stopSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stopSignal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
