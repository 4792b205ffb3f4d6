import type { Map as MapLibre, Popup } from 'maplibre-gl'
import { prefersReducedMotion } from './current-map.ts'

const MARGIN_PIXELS = 8

/** Moves the map up if the panel at the bottom of the map, such as the sheet on a phone, covers a part of the popup. */
export function revealPopup(map: MapLibre, popup: Popup): void {
  const box = popup.getElement()?.getBoundingClientRect()
  if (box === undefined) return
  const bottom = map.getContainer().getBoundingClientRect().bottom - (map.getPadding().bottom ?? 0)
  const coveredPixels = box.bottom + MARGIN_PIXELS - bottom
  if (coveredPixels > 0) map.panBy([0, coveredPixels], { duration: prefersReducedMotion() ? 0 : 200 })
}
