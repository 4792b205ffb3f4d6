import { Popup } from 'maplibre-gl'
import { render } from 'preact'
import { useRef } from 'preact/hooks'
import { currentMap } from '../../../map/current-map.ts'
import { useMapClick } from '../../../map/use-map-click.ts'
import { formatPoint, type Point } from '../../../points.ts'
import { changeDraft, draft, selectRoute } from '../draft-state.ts'
import { createStop, insertVia, isStopSet, updateStop } from '../plan.ts'
import { ALTERNATIVE_LAYER } from './route-lines.tsx'

const REACH_PIXELS = 5

/** The first click sets the origin, the second the destination. After that, a click opens a menu. */
export function MapClicks(): null {
  const popupRef = useRef<Popup | undefined>(undefined)
  useMapClick((position) => {
    const wasPopupOpen = popupRef.current?.isOpen() === true
    popupRef.current?.remove()
    if (wasPopupOpen) return
    const alternativeIndex = findAlternativeAt(position)
    if (alternativeIndex !== undefined) return selectRoute(alternativeIndex)
    const emptyStop = draft.value.stops.find((stop) => !isStopSet(stop))
    if (emptyStop !== undefined) changeDraft(updateStop(draft.value, emptyStop.key, { at: position, label: '' }))
    else popupRef.current = askForStop(position)
  })
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

function askForStop(position: Point): Popup | undefined {
  const map = currentMap.peek()
  if (map === undefined) return undefined
  const content = document.createElement('div')
  const popup = new Popup({ closeOnClick: false, offset: 6, maxWidth: '260px' })
    .setLngLat([position[1], position[0]])
    .setDOMContent(content)
  const { stops } = draft.peek()
  const [first, last] = [stops[0], stops.at(-1)]
  const stop = { at: position, label: '' }
  const closePopupThen = (next: () => void) => () => {
    popup.remove()
    next()
  }
  render(
    <section class="click-menu" aria-label={`Position ${formatPoint(position)}`}>
      <p>{formatPoint(position)}</p>
      <button
        type="button"
        class="second"
        onClick={closePopupThen(() => first && changeDraft(updateStop(draft.peek(), first.key, stop)))}
      >
        From here
      </button>
      <button
        type="button"
        class="second"
        onClick={closePopupThen(() => changeDraft(insertVia(draft.peek(), stops.length - 1, createStop(stop))))}
      >
        Via here
      </button>
      <button
        type="button"
        class="second"
        onClick={closePopupThen(() => last && changeDraft(updateStop(draft.peek(), last.key, stop)))}
      >
        To here
      </button>
    </section>,
    content,
  )
  return popup.addTo(map)
}
