import { createClient, type ListAssetsLimits, type LiveAssetReply, type RegisterAssetReply } from '@fairway/client'
import { computed, signal } from '@preact/signals'
import { isString, tabSignal } from '../../state/persistent-signal.ts'

/** Assets of the account by id, in the order in which the page received them. */
export const fleet = signal<ReadonlyMap<string, LiveAssetReply>>(new Map())
export const limits = signal<ListAssetsLimits | undefined>(undefined)
export const selectedId = tabSignal('chosen-asset', '', isString)
export const selectedAsset = computed(() => fleet.value.get(selectedId.value))
/** Whether the asset list has loaded. Before that, an empty list does not mean that there are no assets. */
export const isLoaded = signal(false)

/**
 * Number of selections that the user made. A user's selection scrolls the asset into view, but a selection restored
 * after a reload does not.
 */
export const selectionCount = signal(0)

export function selectAsset(id: string): void {
  selectedId.value = id
  selectionCount.value += 1
}

export function putLiveAsset(live: LiveAssetReply): void {
  fleet.value = new Map(fleet.value).set(live.asset.id, live)
}

export function removeAsset(id: string): void {
  const remainingAssets = new Map(fleet.value)
  remainingAssets.delete(id)
  fleet.value = remainingAssets
  if (selectedId.value === id) selectedId.value = ''
}

/** Stores the reply of a register or attach request. The stream sends the position later. */
export function putAsset(asset: RegisterAssetReply): void {
  const existingAsset = fleet.value.get(asset.id)
  const liveAsset = existingAsset ?? {
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
  putLiveAsset({ ...liveAsset, asset, plan: asset.plan })
}

export function clearFleet(): void {
  fleet.value = new Map()
  limits.value = undefined
  isLoaded.value = false
  selectedId.value = ''
}

/**
 * Loads the current state of all assets at once. Unlike the stream, this snapshot includes silent assets and omits
 * removed assets.
 */
export async function loadFleet(key: string, signalToStop: AbortSignal): Promise<void> {
  const client = createClient({ baseUrl: '', apiKey: key, retries: 0 })
  const earlierFleet = fleet.peek()
  const loadedAssets = new Map<string, LiveAssetReply>()
  const snapshot = client.assets.streamAll({ seconds: 0, channel: 'web', signal: signalToStop })
  for await (const event of snapshot) if (event.type === 'live') loadedAssets.set(event.data.asset.id, event.data)
  if (signalToStop.aborted) return
  const previousFleet = fleet.value
  // Known assets keep their order in the list.
  const ids = [...previousFleet.keys(), ...loadedAssets.keys()]
  fleet.value = new Map(
    ids.flatMap((id) => {
      const storedAsset = previousFleet.get(id)
      // The snapshot may lack an asset that was added while it was loading.
      if (storedAsset !== undefined && !earlierFleet.has(id) && !loadedAssets.has(id)) return [[id, storedAsset]]
      return pickNewer(id, storedAsset, loadedAssets.get(id))
    }),
  )
  isLoaded.value = true
}

/** Returns the newer state of an asset, because an event may arrive before the snapshot. */
function pickNewer(
  id: string,
  storedAsset: LiveAssetReply | undefined,
  loadedAsset: LiveAssetReply | undefined,
): [string, LiveAssetReply][] {
  if (loadedAsset === undefined) return []
  return [
    [
      id,
      positionTimeMs(storedAsset) > positionTimeMs(loadedAsset) && storedAsset !== undefined
        ? storedAsset
        : loadedAsset,
    ],
  ]
}

function positionTimeMs(live: LiveAssetReply | undefined): number {
  return live?.position ? Date.parse(live.position.time) : 0
}
