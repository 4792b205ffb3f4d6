import { type Map as MapLibre, Popup } from 'maplibre-gl'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { signalColors } from '../../../map/colors.ts'
import { currentMap } from '../../../map/current-map.ts'
import { MapMarker } from '../../../map/map-marker.ts'
import { revealPopup } from '../../../map/reveal-popup.ts'
import { type Point, roundPoint } from '../../../points.ts'
import { formatKind, formatTimes, formatTitle, type IncidentDetails } from '../incident-text.ts'

interface IncidentMark {
  readonly id: string
  readonly at: Point
  readonly details: IncidentDetails
}

/** Maximum number of marks. Users could not tell more marks apart, so dots show the other incidents. */
const MAX_SHOWN_INCIDENTS = 60
const severityOrder = ['critical', 'high', 'moderate', 'low']

/**
 * Shows marks for the incidents in view. Users can activate a mark by mouse, touch or keyboard to read about the
 * incident.
 */
export function IncidentMarks() {
  const map = currentMap.value
  const [marks, setMarks] = useState<readonly IncidentMark[]>([])
  useEffect(() => {
    if (map === undefined) return
    const updateMarks = () => setMarks((previousMarks) => keepIfEqual(previousMarks, listVisibleMarks(map)))
    updateMarks()
    // Incident tiles load some time after the map has moved.
    map.on('idle', updateMarks)
    return () => {
      map.off('idle', updateMarks)
    }
  }, [map])
  return (
    <>
      {marks.map((mark) => (
        <MapMarker
          key={mark.id}
          at={mark.at}
          label={[formatTitle(mark.details), formatTimes(mark.details)].filter((part) => part !== '').join(', ')}
          badge="!"
          color={mark.details.kind === 'closure' ? signalColors.closed : signalColors.jam}
          shape="incident"
          onClick={() => openIncident(mark)}
        />
      ))}
    </>
  )
}

function listVisibleMarks(map: MapLibre): readonly IncidentMark[] {
  const bounds = map.getBounds()
  const markById = new Map<string, IncidentMark>()
  // A feature near a tile edge is in both tiles.
  for (const { geometry, properties } of map.querySourceFeatures('traffic', { sourceLayer: 'incidents' })) {
    if (geometry.type !== 'Point') continue
    const [longitude = 0, latitude = 0] = geometry.coordinates
    const id = String(properties.id)
    if (bounds.contains([longitude, latitude]) && !markById.has(id))
      markById.set(id, { id, at: roundPoint([latitude, longitude]), details: properties as IncidentDetails })
  }
  const rank = ({ details }: IncidentMark) =>
    (severityOrder.indexOf(details.severity ?? '') + severityOrder.length + 1) % (severityOrder.length + 1)
  return [...markById.values()]
    .sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_SHOWN_INCIDENTS)
}

/**
 * Returns the previous marks if nothing has changed, because every query returns new objects. This avoids unnecessary
 * rerendering.
 */
function keepIfEqual(
  previousMarks: readonly IncidentMark[],
  nextMarks: readonly IncidentMark[],
): readonly IncidentMark[] {
  return JSON.stringify(previousMarks) === JSON.stringify(nextMarks) ? previousMarks : nextMarks
}

let openPopup: Popup | undefined

function openIncident({ at, details }: IncidentMark): void {
  const map = currentMap.peek()
  if (map === undefined) return
  openPopup?.remove()
  const content = document.createElement('div')
  const focusedElement = document.activeElement
  const popup = new Popup({ offset: 14, maxWidth: '280px' }).setLngLat([at[1], at[0]]).setDOMContent(content)
  openPopup = popup
  render(<IncidentDescription details={details} />, content)
  popup.on('close', () => {
    render(null, content)
    // Without this call, keyboard users would have to start again at the top of the page.
    if (document.activeElement === document.body && focusedElement instanceof HTMLElement) focusedElement.focus()
  })
  popup.addTo(map)
  revealPopup(map, popup)
  popup.getElement()?.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') popup.remove()
  })
}

function IncidentDescription({ details }: { readonly details: IncidentDetails }) {
  const [title, kind, times] = [formatTitle(details), formatKind(details.kind), formatTimes(details)]
  return (
    <section class="incident" aria-label={title}>
      <p>
        <strong>{title}</strong>
      </p>
      <p>
        <small>{[kind === title ? '' : kind, details.severity ?? ''].filter((part) => part !== '').join(' · ')}</small>
      </p>
      <p>
        <small>
          {times === '' ? 'The start and end times are unknown.' : times.charAt(0).toUpperCase() + times.slice(1)}
        </small>
      </p>
    </section>
  )
}
