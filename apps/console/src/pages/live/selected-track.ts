import type { AssetTrackReply } from '@fairway/client'
import { computed, effect } from '@preact/signals'
import type { Point } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import type { ApiCall } from '../../state/calls.ts'
import { selectedAsset, selectedId } from './fleet.ts'

const trackRequest = createApiRequest<AssetTrackReply>()
export const trackState = trackRequest.state

/** Reload interval of the track, in milliseconds. Between reloads, live positions extend the track. */
const REFRESH_MS = 10_000
const MAX_SHOWN_FIXES = 2_000

export function toTrackCall(id: string, format?: 'gpx'): ApiCall {
  const from = new Date(Date.now() - 6 * 3_600_000).toISOString()
  return {
    method: 'GET',
    path: `/v1/assets/${id}/track`,
    query: format === undefined ? { from, limit: MAX_SHOWN_FIXES } : { format },
  }
}

let requestedId = ''
let requestedAtMs = 0

/** Loads the track of the selected asset while the page is open. */
export function followTrack(): () => void {
  requestedId = ''
  return effect(() => {
    const id = selectedId.value
    const hasPosition = selectedAsset.value?.position != null
    if (id === '' || !hasPosition) {
      if (requestedId !== id) trackRequest.clear()
      requestedId = id
      requestedAtMs = 0
      return
    }
    if (requestedId === id && performance.now() - requestedAtMs < REFRESH_MS && requestedAtMs > 0) return
    if (requestedId !== id) trackRequest.clear()
    requestedId = id
    requestedAtMs = performance.now()
    void trackRequest.send(toTrackCall(id))
  })
}

/**
 * Maximum time between two connected fixes, in milliseconds. The path during a longer gap is unknown, so a straight
 * line would be wrong.
 */
const MAX_GAP_MS = 180_000

/** Track of the selected asset up to its live position, split at gaps. Flagged fixes are omitted. */
export const trackLines = computed((): readonly (readonly Point[])[] => {
  const trackReply = trackRequest.state.value.answer
  const liveAsset = selectedAsset.value
  if (trackReply === undefined || liveAsset === undefined || trackReply.asset !== liveAsset.asset.id) return []
  const fixes = trackReply.positions.filter(({ flag }) => flag === undefined)
  return splitAtGaps(liveAsset.position === null ? fixes : [...fixes, liveAsset.position])
})

export function splitAtGaps(
  fixes: readonly { readonly at: Point; readonly time: string }[],
): readonly (readonly Point[])[] {
  const lines: Point[][] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { at, time } of fixes) {
    const timeMs = Date.parse(time)
    const line = timeMs - lastMs > MAX_GAP_MS ? undefined : lines.at(-1)
    if (line === undefined) lines.push([at])
    else line.push(at)
    lastMs = timeMs
  }
  return lines.filter((line) => line.length > 1)
}
