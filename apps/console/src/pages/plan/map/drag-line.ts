import { type Map as MapLibre, type MapMouseEvent, type MapTouchEvent, Marker } from 'maplibre-gl'
import { useEffect } from 'preact/hooks'
import { currentMap } from '../../../map/current-map.ts'
import { type Point, roundPoint } from '../../../points.ts'
import { findLeg, findNearestOnLine } from '../along.ts'
import { drawnCorners } from '../areas/drawing.ts'
import { changeDraft, draft, selectedRoute } from '../draft-state.ts'
import { createStop, insertVia, updateStop } from '../plan.ts'
import { SELECTED_LAYER } from './route-lines.tsx'

type PointerEventOnMap = MapMouseEvent | MapTouchEvent

/** Maximum distance between the mouse pointer and the thin line, in pixels. */
const MOUSE_REACH_PIXELS = 6
/**
 * Maximum distance between a touch and the line, in pixels. The value is small because a touch on the map usually pans
 * it.
 */
const TOUCH_REACH_PIXELS = 14

/** Lets the user drag the line to add a via point. */
export function useDragLine(): void {
  const map = currentMap.value
  useEffect(() => (map === undefined ? undefined : listenToDrags(map)), [map])
}

function listenToDrags(map: MapLibre): () => void {
  const handle = createHandle()
  let draggedStopKey: number | undefined

  const onMouseMove = (event: MapMouseEvent) => {
    if (draggedStopKey !== undefined || event.originalEvent.buttons !== 0 || drawnCorners.peek() !== undefined) return
    const linePoint = isOnMarker(event) ? undefined : findLinePoint(map, event, MOUSE_REACH_PIXELS)
    map.getCanvas().style.cursor = linePoint === undefined ? '' : 'grab'
    if (linePoint === undefined) handle.remove()
    else handle.setLngLat([linePoint[1], linePoint[0]]).addTo(map)
  }
  const startDrag = (event: PointerEventOnMap) => {
    if (drawnCorners.peek() !== undefined || isOtherButton(event)) return
    if ('points' in event && event.points.length > 1) return
    if (isOnMarker(event)) return
    const linePoint = findLinePoint(map, event, 'points' in event ? TOUCH_REACH_PIXELS : MOUSE_REACH_PIXELS)
    const route = selectedRoute.peek()
    const nearest =
      linePoint === undefined || route === undefined ? undefined : findNearestOnLine(route.points, linePoint)
    if (nearest === undefined || route === undefined) return
    // Without this call, the map would pan during the drag.
    event.preventDefault()
    let position = findLeg(route.points, route.legEnds, nearest.segment) + 1
    const onDragMove = (moveEvent: PointerEventOnMap) => {
      const to = toPoint(moveEvent)
      const next = draft.peek()
      if (draggedStopKey === undefined) {
        const stop = createStop({ at: to, label: '' })
        draggedStopKey = stop.key
        position = Math.min(position, next.stops.length - 1)
        changeDraft(insertVia(next, position, stop), { isDragging: true })
      } else changeDraft(updateStop(next, draggedStopKey, { at: to, label: '' }), { isDragging: true })
      handle.setLngLat([to[1], to[0]])
    }
    const endDrag = (last: PointerEventOnMap) => {
      for (const type of moveEvents) map.off(type, onDragMove)
      for (const type of endEvents) map.off(type, endDrag)
      // Pressing and releasing at the same position is a click, not a drag.
      if (draggedStopKey !== undefined)
        changeDraft(updateStop(draft.peek(), draggedStopKey, { at: toPoint(last), label: '' }), { pushHistory: true })
      draggedStopKey = undefined
      handle.remove()
    }
    for (const type of moveEvents) map.on(type, onDragMove)
    for (const type of endEvents) map.on(type, endDrag)
  }

  const onMouseOut = () => {
    if (draggedStopKey === undefined) handle.remove()
  }
  map.on('mousemove', onMouseMove)
  map.on('mouseout', onMouseOut)
  map.on('mousedown', startDrag)
  map.on('touchstart', startDrag)
  return () => {
    map.off('mousemove', onMouseMove)
    map.off('mouseout', onMouseOut)
    map.off('mousedown', startDrag)
    map.off('touchstart', startDrag)
    map.getCanvas().style.cursor = ''
    handle.remove()
  }
}

const moveEvents = ['mousemove', 'touchmove'] as const
const endEvents = ['mouseup', 'touchend', 'touchcancel'] as const

/**
 * Returns whether the event is on a pin. The map also receives touches on pins, and a pin takes precedence over the
 * line below it.
 */
function isOnMarker({ originalEvent: { target } }: PointerEventOnMap): boolean {
  return target instanceof Element && target.closest('.maplibregl-marker') !== null
}

/** Returns whether another button is pressed. For example, the right button opens the menu. */
function isOtherButton({ originalEvent }: PointerEventOnMap): boolean {
  return 'button' in originalEvent && originalEvent.button !== 0
}

function findLinePoint(map: MapLibre, event: PointerEventOnMap, reach: number): Point | undefined {
  const route = selectedRoute.peek()
  if (route === undefined || map.getLayer(SELECTED_LAYER) === undefined) return undefined
  const { x, y } = event.point
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]
  if (map.queryRenderedFeatures(box, { layers: [SELECTED_LAYER] }).length === 0) return undefined
  return findNearestOnLine(route.points, toPoint(event))?.at
}

function toPoint(event: PointerEventOnMap): Point {
  const { lat, lng } = event.lngLat.wrap()
  return roundPoint([lat, lng])
}

/** Creates the handle that shows where a drag would start on the line. The handle must not intercept mouse events. */
function createHandle(): Marker {
  const element = document.createElement('div')
  element.className = 'line-handle'
  return new Marker({ element })
}
