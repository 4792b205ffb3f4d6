import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import { type Point, roundPoint } from '../points.ts'
import { currentMap } from './current-map.ts'

interface MapMarkerProps {
  readonly at: Point
  /** Text for the tooltip and for screen readers. */
  readonly label: string
  /** One or two characters shown inside the pin. */
  readonly badge?: string
  readonly color: string
  readonly shape?: 'pin' | 'dot' | 'arrow' | 'incident'
  /** Direction of an arrow, in degrees clockwise from north. */
  readonly heading?: number
  readonly onDrag?: (at: Point) => void
  /**
   * Called when the user drops the marker or moves it with an arrow key. `isStep` is false for repeated arrow key
   * presses, which continue the same move.
   */
  readonly onDragEnd?: (at: Point, isStep: boolean) => void
  readonly onClick?: () => void
}

const KEY_STEP_PIXELS = 12

/** Draws a pin that users can drag with the mouse, a finger or the arrow keys. */
export function MapMarker(props: MapMarkerProps): null {
  const map = currentMap.value
  const markerRef = useRef<Marker | undefined>(undefined)
  const latestProps = useRef(props)
  latestProps.current = props

  useEffect(() => {
    if (map === undefined) return
    const element = document.createElement('div')
    const isMovable = latestProps.current.onDragEnd !== undefined
    const marker = new Marker({
      element,
      draggable: isMovable,
      anchor: props.shape === undefined || props.shape === 'pin' ? 'bottom' : 'center',
    })
    markerRef.current = marker
    let wasMovedByKeys = false
    const getPosition = (): Point => {
      const { lat, lng } = marker.getLngLat().wrap()
      return roundPoint([lat, lng])
    }
    marker.on('drag', () => latestProps.current.onDrag?.(getPosition()))
    marker.on('dragend', () => latestProps.current.onDragEnd?.(getPosition(), true))
    element.addEventListener('blur', () => {
      wasMovedByKeys = false
    })
    element.addEventListener('click', (event) => {
      // Without this call, the map below would also handle the click.
      event.stopPropagation()
      latestProps.current.onClick?.()
    })
    element.addEventListener('keydown', (event) => {
      if ((event.key === 'Enter' || event.key === ' ') && latestProps.current.onClick !== undefined) {
        // Without this call, the same key press would activate the element that receives the focus.
        event.preventDefault()
        latestProps.current.onClick()
      }
      const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
      if (direction === undefined || latestProps.current.onDragEnd === undefined) return
      event.preventDefault()
      event.stopPropagation()
      const { x, y } = map.project(marker.getLngLat())
      marker.setLngLat(
        map.unproject([x + (direction[0] ?? 0) * KEY_STEP_PIXELS, y + (direction[1] ?? 0) * KEY_STEP_PIXELS]),
      )
      latestProps.current.onDragEnd(getPosition(), !wasMovedByKeys)
      wasMovedByKeys = true
    })
    marker.setLngLat([props.at[1], props.at[0]]).addTo(map)
    return () => {
      marker.remove()
      markerRef.current = undefined
    }
  }, [map, props.shape, props.onDragEnd === undefined])

  useEffect(() => {
    const marker = markerRef.current
    if (marker === undefined) return
    const element = marker.getElement()
    marker.setLngLat([props.at[1], props.at[0]])
    element.classList.add('marker', `marker-${props.shape ?? 'pin'}`)
    element.style.setProperty('--marker', props.color)
    element.style.setProperty('--heading', `${props.heading ?? 0}deg`)
    element.title = props.label
    element.tabIndex = 0
    element.setAttribute('role', 'button')
    element.setAttribute(
      'aria-label',
      props.onDragEnd === undefined ? props.label : `${props.label}. Use the arrow keys to move it.`,
    )
    element.dataset.sign = props.badge ?? ''
  }, [map, props.at, props.label, props.badge, props.color, props.shape, props.heading])
  return null
}
