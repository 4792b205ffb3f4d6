import type { LiveAssetReply } from '@fairway/client'
import { effect } from '@preact/signals'
import { showAll, theMap } from '../../map/the-map.ts'
import { chosenId } from './fleet.ts'
import { planLine } from './plan-lines.ts'

/** Farther out, a town is a dot, and nobody sees where in it something is. */
const FAR_OUT_ZOOM = 11

let stopWaiting: () => void = () => undefined

/** Brings an asset into view: from far out with all of its plan, otherwise only into the middle of the map. */
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

/** For when the page is left: the map belongs to another one then. */
export function stopShowing(): void {
  stopWaiting()
}

/** Its line is asked for when it is chosen. Who chooses another or moves the map before it comes is left alone. */
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
