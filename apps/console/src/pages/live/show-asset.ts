import type { LiveAssetReply } from '@fairway/client'
import { effect } from '@preact/signals'
import { showAll, theMap } from '../../map/the-map.ts'
import { chosenId } from './fleet.ts'
import { planLine } from './plan-lines.ts'

/** Below this zoom a town is a dot, and a position within it cannot be seen. */
const FAR_OUT_ZOOM = 11

let stopWaiting: () => void = () => undefined

/**
 * Brings an asset into view. When zoomed far out, it fits the whole asset route; otherwise it only centers the asset.
 */
export function showAsset(live: LiveAssetReply): void {
  const map = theMap.peek()
  stopWaiting()
  if (map === undefined) return
  const at = live.position === null ? [] : [live.position.at]
  const [middle] = at
  if (map.getZoom() >= FAR_OUT_ZOOM && middle !== undefined) map.easeTo({ center: [middle[1], middle[0]] })
  else if (live.plan === null || planLine(live) !== undefined) showAll([...at, ...(planLine(live) ?? [])])
  else {
    showAll(at)
    showWithPlan(live)
  }
}

/** Called when the page closes, because another page uses the map then. */
export function stopShowing(): void {
  stopWaiting()
}

/**
 * The line is requested when the asset is selected. If the user selects another asset or moves the map first, nothing
 * happens.
 */
function showWithPlan(live: LiveAssetReply): void {
  const map = theMap.peek()
  const onMove = ({ originalEvent }: { readonly originalEvent?: unknown }) => {
    if (originalEvent !== undefined) stopWaiting()
  }
  const stop = effect(() => {
    const line = planLine(live)
    const isChosen = chosenId.value === live.asset.id
    if (isChosen && line === undefined) return
    if (isChosen && line !== undefined) showAll([...(live.position === null ? [] : [live.position.at]), ...line])
    stopWaiting()
  })
  stopWaiting = () => {
    stopWaiting = () => undefined
    stop()
    map?.off('movestart', onMove)
  }
  map?.on('movestart', onMove)
}
