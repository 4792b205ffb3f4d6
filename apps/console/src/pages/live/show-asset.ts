import type { LiveAssetReply } from '@fairway/client'
import { effect } from '@preact/signals'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { selectedId } from './fleet.ts'
import { findRouteLine } from './route-lines.ts'

/** Minimum zoom level at which a position within a town is visible. */
const MIN_ASSET_ZOOM = 11

let stopWaiting: () => void = () => undefined

/**
 * Brings an asset into view. When the map is zoomed far out, the whole asset route is fitted into view. Otherwise, the
 * map is only centered on the asset.
 */
export function showAsset(live: LiveAssetReply): void {
  const map = currentMap.peek()
  stopWaiting()
  if (map === undefined) return
  const assetPoints = live.position === null ? [] : [live.position.at]
  const [middle] = assetPoints
  if (map.getZoom() >= MIN_ASSET_ZOOM && middle !== undefined) map.easeTo({ center: [middle[1], middle[0]] })
  else if (live.plan === null || findRouteLine(live) !== undefined)
    fitPoints([...assetPoints, ...(findRouteLine(live) ?? [])])
  else {
    fitPoints(assetPoints)
    showWithRoute(live)
  }
}

/** Stops waiting for the line when the page closes, because another page then uses the map. */
export function stopShowing(): void {
  stopWaiting()
}

/**
 * Waits for the line of the selected asset and fits it into view. If the user selects another asset or moves the map
 * first, nothing happens.
 */
function showWithRoute(live: LiveAssetReply): void {
  const map = currentMap.peek()
  const onUserMove = ({ originalEvent }: { readonly originalEvent?: unknown }) => {
    if (originalEvent !== undefined) stopWaiting()
  }
  const stopEffect = effect(() => {
    const line = findRouteLine(live)
    const isChosen = selectedId.value === live.asset.id
    if (isChosen && line === undefined) return
    if (isChosen && line !== undefined) fitPoints([...(live.position === null ? [] : [live.position.at]), ...line])
    stopWaiting()
  })
  stopWaiting = () => {
    stopWaiting = () => undefined
    stopEffect()
    map?.off('movestart', onUserMove)
  }
  map?.on('movestart', onUserMove)
}
