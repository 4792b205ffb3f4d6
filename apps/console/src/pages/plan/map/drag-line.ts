import { type Map as MapLibre, type MapMouseEvent, type MapTouchEvent, Marker } from 'maplibre-gl'
import { useEffect } from 'preact/hooks'
import { theMap } from '../../../map/the-map.ts'
import { type Point, roundPoint } from '../../../points.ts'
import { legOf, nearestOnLine } from '../along.ts'
import { newStop, withStop, withVia } from '../plan.ts'
import { change, chosen, plan } from '../plan-state.ts'
import { CHOSEN_LAYER } from './route-lines.tsx'

type Pointed = MapMouseEvent | MapTouchEvent

/** The pointer may miss the thin line by this many pixels. */
const REACH_PIXELS = 6
/** Tolerance for touch. It stays small because a touch on the map usually pans it. */
const FINGER_PIXELS = 14

/** Lets the user drag the line itself to add a via point. */
export function useDragLine(): void {
  const map = theMap.value
  useEffect(() => (map === undefined ? undefined : listen(map)), [map])
}

function listen(map: MapLibre): () => void {
  const handle = makeHandle()
  let held: number | undefined

  const hover = (event: MapMouseEvent) => {
    if (held !== undefined || event.originalEvent.buttons !== 0) return
    const at = isOnMarker(event) ? undefined : lineAt(map, event, REACH_PIXELS)
    map.getCanvas().style.cursor = at === undefined ? '' : 'grab'
    if (at === undefined) handle.remove()
    else handle.setLngLat([at[1], at[0]]).addTo(map)
  }
  const take = (event: Pointed) => {
    if ('points' in event && event.points.length > 1) return
    if (isOnMarker(event)) return
    const at = lineAt(map, event, 'points' in event ? FINGER_PIXELS : REACH_PIXELS)
    const way = chosen.peek()
    const found = at === undefined || way === undefined ? undefined : nearestOnLine(way.points, at)
    if (found === undefined || way === undefined) return
    // Otherwise the map would pan below it.
    event.preventDefault()
    let position = legOf(way.points, way.legEnds, found.segment) + 1
    const move = (moved: Pointed) => {
      const to = pointOf(moved)
      const next = plan.peek()
      if (held === undefined) {
        const stop = newStop({ at: to, label: '' })
        held = stop.key
        position = Math.min(position, next.stops.length - 1)
        change(withVia(next, position, stop), { isLive: true })
      } else change(withStop(next, held, { at: to, label: '' }), { isLive: true })
      handle.setLngLat([to[1], to[0]])
    }
    const end = (last: Pointed) => {
      for (const type of moves) map.off(type, move)
      for (const type of ends) map.off(type, end)
      // Press and release at the same position is a click.
      if (held !== undefined) change(withStop(plan.peek(), held, { at: pointOf(last), label: '' }), { isStep: true })
      held = undefined
      handle.remove()
    }
    for (const type of moves) map.on(type, move)
    for (const type of ends) map.on(type, end)
  }

  const leave = () => {
    if (held === undefined) handle.remove()
  }
  map.on('mousemove', hover)
  map.on('mouseout', leave)
  map.on('mousedown', take)
  map.on('touchstart', take)
  return () => {
    map.off('mousemove', hover)
    map.off('mouseout', leave)
    map.off('mousedown', take)
    map.off('touchstart', take)
    map.getCanvas().style.cursor = ''
    handle.remove()
  }
}

const moves = ['mousemove', 'touchmove'] as const
const ends = ['mouseup', 'touchend', 'touchcancel'] as const

/** The map also receives touches on a pin, and the line often runs below it. The pin takes precedence. */
function isOnMarker({ originalEvent: { target } }: Pointed): boolean {
  return target instanceof Element && target.closest('.maplibregl-marker') !== null
}

function lineAt(map: MapLibre, event: Pointed, reach: number): Point | undefined {
  const way = chosen.peek()
  if (way === undefined || map.getLayer(CHOSEN_LAYER) === undefined) return undefined
  const { x, y } = event.point
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]
  if (map.queryRenderedFeatures(box, { layers: [CHOSEN_LAYER] }).length === 0) return undefined
  return nearestOnLine(way.points, pointOf(event))?.at
}

function pointOf(event: Pointed): Point {
  const { lat, lng } = event.lngLat.wrap()
  return roundPoint([lat, lng])
}

/** Shows where the line would be grabbed. It must not intercept mouse events. */
function makeHandle(): Marker {
  const element = document.createElement('div')
  element.className = 'line-handle'
  return new Marker({ element })
}
