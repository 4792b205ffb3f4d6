import type { MapMouseEvent, MapTouchEvent, Popup } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import { currentMap } from '../../../map/current-map.ts'
import { useMapClick } from '../../../map/use-map-click.ts'
import { type Point, roundPoint } from '../../../points.ts'
import { drawCorner, drawnCorners, selectedArea } from '../areas/drawing.ts'
import { changeDraft, draft, routes, selectRoute } from '../draft-state.ts'
import { isStopSet, updateStop } from '../plan.ts'
import { openMapMenu } from './map-menu.tsx'
import { ALTERNATIVE_LAYER } from './route-lines.tsx'

const REACH_PIXELS = 5

/**
 * Handles clicks on the map. The first click sets the origin, and the second click sets the destination. Later clicks
 * open a menu, as do all right-clicks and long presses.
 */
export function MapClicks(): null {
  const map = currentMap.value
  const popupRef = useRef<Popup | undefined>(undefined)
  useMapClick((position) => {
    if (drawnCorners.peek() !== undefined) return drawCorner(position)
    const wasSomethingOpen = popupRef.current?.isOpen() === true || selectedArea.peek() !== undefined
    popupRef.current?.remove()
    selectedArea.value = undefined
    if (wasSomethingOpen) return
    // The lines of a cleared request stay on the map until the next redraw.
    const alternativeIndex = routes.peek().length > 1 ? findAlternativeAt(position) : undefined
    if (alternativeIndex !== undefined) return selectRoute(alternativeIndex)
    const emptyStop = draft.value.stops.find((stop) => !isStopSet(stop))
    if (emptyStop !== undefined) changeDraft(updateStop(draft.value, emptyStop.key, { at: position, label: '' }))
    else popupRef.current = openMapMenu(position)
  })
  useEffect(() => {
    if (map === undefined) return
    // After a long press, some browsers send a click when the finger is lifted, which would close the menu.
    let hasOpenedMenu = false
    const onContextMenu = (event: MapMouseEvent) => {
      event.preventDefault()
      if (drawnCorners.peek() !== undefined) return
      popupRef.current?.remove()
      const { lat, lng } = event.lngLat.wrap()
      popupRef.current = openMapMenu(roundPoint([lat, lng]))
      hasOpenedMenu = true
    }
    const onTouchStart = () => {
      hasOpenedMenu = false
    }
    const onTouchEnd = ({ originalEvent }: MapTouchEvent) => {
      if (hasOpenedMenu && originalEvent.cancelable) originalEvent.preventDefault()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      popupRef.current?.remove()
      selectedArea.value = undefined
    }
    map.on('contextmenu', onContextMenu)
    map.on('touchstart', onTouchStart)
    map.on('touchend', onTouchEnd)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      map.off('contextmenu', onContextMenu)
      map.off('touchstart', onTouchStart)
      map.off('touchend', onTouchEnd)
      document.removeEventListener('keydown', onKeyDown)
      popupRef.current?.remove()
    }
  }, [map])
  return null
}

function findAlternativeAt([latitude, longitude]: Point): number | undefined {
  const map = currentMap.peek()
  if (map?.getLayer(ALTERNATIVE_LAYER) === undefined) return undefined
  const { x, y } = map.project([longitude, latitude])
  const box: [[number, number], [number, number]] = [
    [x - REACH_PIXELS, y - REACH_PIXELS],
    [x + REACH_PIXELS, y + REACH_PIXELS],
  ]
  const [feature] = map.queryRenderedFeatures(box, { layers: [ALTERNATIVE_LAYER] })
  return feature === undefined ? undefined : Number(feature.properties.way)
}
