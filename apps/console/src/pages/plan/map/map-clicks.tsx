import { Popup } from 'maplibre-gl'
import { render } from 'preact'
import { useRef } from 'preact/hooks'
import { theMap } from '../../../map/the-map.ts'
import { useMapClick } from '../../../map/use-map-click.ts'
import { type Point, pointText } from '../../../points.ts'
import { isSet, newStop, withStop, withVia } from '../plan.ts'
import { change, chooseWay, plan } from '../plan-state.ts'
import { OTHER_LAYER } from './route-lines.tsx'

const REACH_PIXELS = 5

/** The first click sets the origin, the second the destination. After that, a click opens a menu. */
export function MapClicks(): null {
  const open = useRef<Popup | undefined>(undefined)
  useMapClick((at) => {
    const wasOpen = open.current?.isOpen() === true
    open.current?.remove()
    if (wasOpen) return
    const other = otherWayAt(at)
    if (other !== undefined) return chooseWay(other)
    const empty = plan.value.stops.find((stop) => !isSet(stop))
    if (empty !== undefined) change(withStop(plan.value, empty.key, { at, label: '' }))
    else open.current = ask(at)
  })
  return null
}

function otherWayAt([latitude, longitude]: Point): number | undefined {
  const map = theMap.peek()
  if (map?.getLayer(OTHER_LAYER) === undefined) return undefined
  const { x, y } = map.project([longitude, latitude])
  const box: [[number, number], [number, number]] = [
    [x - REACH_PIXELS, y - REACH_PIXELS],
    [x + REACH_PIXELS, y + REACH_PIXELS],
  ]
  const [found] = map.queryRenderedFeatures(box, { layers: [OTHER_LAYER] })
  return found === undefined ? undefined : Number(found.properties.way)
}

function ask(at: Point): Popup | undefined {
  const map = theMap.peek()
  if (map === undefined) return undefined
  const content = document.createElement('div')
  const popup = new Popup({ closeOnClick: false, offset: 6, maxWidth: '260px' })
    .setLngLat([at[1], at[0]])
    .setDOMContent(content)
  const { stops } = plan.peek()
  const [first, last] = [stops[0], stops.at(-1)]
  const stop = { at, label: '' }
  const choose = (next: () => void) => () => {
    popup.remove()
    next()
  }
  render(
    <section class="click-menu" aria-label={`Position ${pointText(at)}`}>
      <p>{pointText(at)}</p>
      <button
        type="button"
        class="second"
        onClick={choose(() => first && change(withStop(plan.peek(), first.key, stop)))}
      >
        From here
      </button>
      <button
        type="button"
        class="second"
        onClick={choose(() => change(withVia(plan.peek(), stops.length - 1, newStop(stop))))}
      >
        Via here
      </button>
      <button
        type="button"
        class="second"
        onClick={choose(() => last && change(withStop(plan.peek(), last.key, stop)))}
      >
        To here
      </button>
    </section>,
    content,
  )
  return popup.addTo(map)
}
