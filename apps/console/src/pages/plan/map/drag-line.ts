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

/** The pointer may miss the thin line by this many pixels. */
const MOUSE_REACH_PIXELS = 6
/** Tolerance for touch. It stays small because a touch on the map usually pans it. */
const TOUCH_REACH_PIXELS = 14

/** Lets the user drag the line itself to add a via point. */
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
    // Otherwise the map would pan below it.
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
      // Press and release at the same position is a click.
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

/** The map also receives touches on a pin, and the line often runs below it. The pin takes precedence. */
function isOnMarker({ originalEvent: { target } }: PointerEventOnMap): boolean {
  return target instanceof Element && target.closest('.maplibregl-marker') !== null
}

/** The right button opens the menu. */
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

/** Shows where the line would be grabbed. It must not intercept mouse events. */
function createHandle(): Marker {
  const element = document.createElement('div')
  element.className = 'line-handle'
  return new Marker({ element })
}
