import { createClient, type ListAssetsLimits, type LiveAssetReply, type RegisterAssetReply } from '@fairway/client'
import { computed, signal } from '@preact/signals'
import { isText, keptInTab } from '../../state/kept.ts'

/** The assets of the account by id, in the order in which they arrived. */
export const fleet = signal<ReadonlyMap<string, LiveAssetReply>>(new Map())
export const limits = signal<ListAssetsLimits | undefined>(undefined)
export const chosenId = keptInTab('chosen-asset', '', isText)
export const chosen = computed(() => fleet.value.get(chosenId.value))
/** Whether the asset list has been loaded once. Before that, an empty list means nothing. */
export const isKnown = signal(false)

/** Counts selections made by the user. They scroll into view, unlike a selection restored after a reload. */
export const choices = signal(0)

export function choose(id: string): void {
  chosenId.value = id
  choices.value += 1
}

export function put(live: LiveAssetReply): void {
  fleet.value = new Map(fleet.value).set(live.asset.id, live)
}

export function drop(id: string): void {
  const rest = new Map(fleet.value)
  rest.delete(id)
  fleet.value = rest
  if (chosenId.value === id) chosenId.value = ''
}

/** Stores the reply of a register or attach request. The position arrives with the stream. */
export function putAsset(asset: RegisterAssetReply): void {
  const known = fleet.value.get(asset.id)
  const live = known ?? {
    position: null,
    age_s: null,
    state: 'no_fix',
    drift_m: null,
    progress_pct: null,
    remaining_km: null,
    eta_min: null,
    arrive_at: null,
    pace: null,
  }
  put({ ...live, asset, plan: asset.plan })
}

export function forgetFleet(): void {
  fleet.value = new Map()
  limits.value = undefined
  isKnown.value = false
  chosenId.value = ''
}

/**
 * Loads the current state of all assets at once. This includes assets that went silent, which no event reports, and
 * drops removed ones.
 */
export async function lookOnce(key: string, signalToStop: AbortSignal): Promise<void> {
  const client = createClient({ baseUrl: '', apiKey: key, retries: 0 })
  const found = new Map<string, LiveAssetReply>()
  const looked = client.assets.streamAll({ seconds: 0, channel: 'web', signal: signalToStop })
  for await (const event of looked) if (event.type === 'live') found.set(event.data.asset.id, event.data)
  if (signalToStop.aborted) return
  const before = fleet.value
  // Known assets keep their position in the list.
  const ids = [...before.keys(), ...found.keys()]
  fleet.value = new Map(ids.flatMap((id) => newer(id, before.get(id), found.get(id))))
  isKnown.value = true
}

/** An event may have arrived before the snapshot. */
function newer(
  id: string,
  known: LiveAssetReply | undefined,
  found: LiveAssetReply | undefined,
): [string, LiveAssetReply][] {
  if (found === undefined) return []
  return [[id, timeOf(known) > timeOf(found) && known !== undefined ? known : found]]
}

function timeOf(live: LiveAssetReply | undefined): number {
  return live?.position ? Date.parse(live.position.time) : 0
}
