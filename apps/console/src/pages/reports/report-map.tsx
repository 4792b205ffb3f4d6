import type { Feature, MultiLineString } from 'geojson'
import { useMemo } from 'preact/hooks'
import { signalColors } from '../../map/colors.ts'
import { type DataLayer, MapData } from '../../map/map-data.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { toGeoJson } from '../../points.ts'
import { getReplayPosition } from './replay.tsx'
import { trackLines, tripsRequest } from './state.ts'

const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
const layers: readonly DataLayer[] = [
  { id: 'casing', type: 'line', layout, paint: { 'line-color': '#ffffff', 'line-width': 7, 'line-opacity': 0.85 } },
  { id: 'line', type: 'line', layout, paint: { 'line-color': signalColors.route, 'line-width': 4 } },
]

const eventLabels = {
  harsh_braking: 'Harsh braking',
  harsh_acceleration: 'Harsh acceleration',
  speeding: 'Speeding',
} as const

/** Shows the track, its driving events and the replayed position. */
export function ReportMap() {
  const lines = trackLines.value
  const data = useMemo(
    (): Feature<MultiLineString> => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiLineString', coordinates: lines.map(toGeoJson) },
    }),
    [lines],
  )
  const trips = tripsRequest.state.value.answer?.trips.trips ?? []
  const position = getReplayPosition()
  return (
    <>
      <MapData id="report-track" data={data} layers={layers} />
      {trips.flatMap(({ events }) =>
        events.map(({ kind, time, at }) => (
          <MapMarker key={`${kind}${time}`} at={at} label={eventLabels[kind]} badge="!" color="#b3261e" shape="dot" />
        )),
      )}
      {position !== undefined && (
        <MapMarker
          at={position.at}
          label="Replayed position"
          color="#147a43"
          shape={position.heading === undefined ? 'dot' : 'arrow'}
          {...(position.heading === undefined ? {} : { heading: position.heading })}
        />
      )}
    </>
  )
}
