import { type Map as MapLibre, Popup } from 'maplibre-gl'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { signalColors } from '../../../map/colors.ts'
import { MapMarker } from '../../../map/map-marker.ts'
import { theMap } from '../../../map/the-map.ts'
import { type Point, roundPoint } from '../../../points.ts'
import { kindText, type ToldIncident, timesOf, titleOf } from '../incident-words.ts'

interface Mark {
  readonly id: string
  readonly at: Point
  readonly told: ToldIncident
}

/** Users cannot distinguish more marks. The dots of the map show the rest. */
const MAX_SHOWN = 60
const gravest = ['critical', 'high', 'moderate', 'low']

/** Marks for the incidents in view. They can be activated by mouse, touch or keyboard, and describe the incident. */
export function IncidentMarks() {
  const map = theMap.value
  const [marks, setMarks] = useState<readonly Mark[]>([])
  useEffect(() => {
    if (map === undefined) return
    const look = () => setMarks((before) => unlessSame(before, marksIn(map)))
    look()
    // Their tiles load some time after the map has moved.
    map.on('idle', look)
    return () => {
      map.off('idle', look)
    }
  }, [map])
  return (
    <>
      {marks.map((mark) => (
        <MapMarker
          key={mark.id}
          at={mark.at}
          label={[titleOf(mark.told), timesOf(mark.told)].filter((text) => text !== '').join(', ')}
          sign="!"
          color={mark.told.kind === 'closure' ? signalColors.closed : signalColors.jam}
          shape="incident"
          onClick={() => open(mark)}
        />
      ))}
    </>
  )
}

function marksIn(map: MapLibre): readonly Mark[] {
  const bounds = map.getBounds()
  const found = new Map<string, Mark>()
  // Features near a tile edge are in both tiles.
  for (const { geometry, properties } of map.querySourceFeatures('traffic', { sourceLayer: 'incidents' })) {
    if (geometry.type !== 'Point') continue
    const [longitude = 0, latitude = 0] = geometry.coordinates
    const id = String(properties.id)
    if (bounds.contains([longitude, latitude]) && !found.has(id))
      found.set(id, { id, at: roundPoint([latitude, longitude]), told: properties as ToldIncident })
  }
  const rank = ({ told }: Mark) => (gravest.indexOf(told.severity ?? '') + gravest.length + 1) % (gravest.length + 1)
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)).slice(0, MAX_SHOWN)
}

/** Every query returns new objects. The page rerenders only when the marks have changed. */
function unlessSame(before: readonly Mark[], after: readonly Mark[]): readonly Mark[] {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after
}

let shown: Popup | undefined

function open({ at, told }: Mark): void {
  const map = theMap.peek()
  if (map === undefined) return
  shown?.remove()
  const content = document.createElement('div')
  const pressed = document.activeElement
  const popup = new Popup({ offset: 14, maxWidth: '280px' }).setLngLat([at[1], at[0]]).setDOMContent(content)
  shown = popup
  render(<IncidentWords told={told} />, content)
  popup.on('close', () => {
    render(null, content)
    // Otherwise keyboard users would have to start again at the top of the page.
    if (document.activeElement === document.body && pressed instanceof HTMLElement) pressed.focus()
  })
  popup.addTo(map)
  popup.getElement()?.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') popup.remove()
  })
}

function IncidentWords({ told }: { readonly told: ToldIncident }) {
  const [title, kind, times] = [titleOf(told), kindText(told.kind), timesOf(told)]
  return (
    <section class="incident" aria-label={title}>
      <p>
        <strong>{title}</strong>
      </p>
      <p>
        <small>{[kind === title ? '' : kind, told.severity ?? ''].filter((text) => text !== '').join(' · ')}</small>
      </p>
      <p>
        <small>{times === '' ? 'No times given.' : times.charAt(0).toUpperCase() + times.slice(1)}</small>
      </p>
    </section>
  )
}
