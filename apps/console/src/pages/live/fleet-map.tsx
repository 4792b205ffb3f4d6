import type { Feature, MultiLineString } from 'geojson'
import { useMemo } from 'preact/hooks'
import { signalColors } from '../../map/colors.ts'
import { type DataLayer, MapData } from '../../map/map-data.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { type Point, toGeoJson } from '../../points.ts'
import { fleet, selectAsset, selectedAsset, selectedId } from './fleet.ts'
import { offeredLine } from './reroute.ts'
import { selectedRouteLine } from './route-lines.ts'
import { trackLines } from './selected-track.ts'
import { stateStyles, summarizeAsset, toStateLabel } from './states.ts'
import { getStopName, isClosed, statusLabels } from './tour/tour-text.ts'

const roundLineLayout = { 'line-cap': 'round', 'line-join': 'round' } as const

const assetRouteLayers: readonly DataLayer[] = [
  {
    id: 'casing',
    type: 'line',
    layout: roundLineLayout,
    paint: { 'line-color': '#ffffff', 'line-width': 9, 'line-opacity': 0.85 },
  },
  {
    id: 'line',
    type: 'line',
    layout: roundLineLayout,
    paint: { 'line-color': signalColors.route, 'line-width': 5, 'line-opacity': 0.75 },
  },
]
const trackLayers: readonly DataLayer[] = [
  {
    id: 'casing',
    type: 'line',
    layout: roundLineLayout,
    paint: { 'line-color': '#ffffff', 'line-width': 4.5, 'line-opacity': 0.7 },
  },
  {
    id: 'line',
    type: 'line',
    layout: roundLineLayout,
    paint: { 'line-color': '#0f172a', 'line-width': 3, 'line-dasharray': [0.5, 1.6] },
  },
]
const rerouteLayers: readonly DataLayer[] = [
  { id: 'casing', type: 'line', layout: roundLineLayout, paint: { 'line-color': '#ffffff', 'line-width': 8 } },
  {
    id: 'line',
    type: 'line',
    layout: roundLineLayout,
    paint: { 'line-color': '#c026d3', 'line-width': 4.5, 'line-dasharray': [2, 1.4] },
  },
]

/** Shows the fleet. For the selected asset, the map also shows its route, its track and the offered reroute. */
export function FleetMap() {
  const routeLine = selectedRouteLine.value
  const destination = routeLine?.at(-1)
  return (
    <>
      <Lines id="live-plan" lines={useLineList(routeLine)} layers={assetRouteLayers} />
      <Lines id="live-reroute" lines={useLineList(offeredLine.value)} layers={rerouteLayers} />
      <Lines id="live-track" lines={trackLines.value} layers={trackLayers} />
      {destination !== undefined && (
        <MapMarker at={destination} label="End of the route" badge="⚑" color={signalColors.route} />
      )}
      {selectedAsset.value?.stops?.map((stop, index) => (
        <MapMarker
          key={`stop-${stop.stop}`}
          at={stop.at}
          label={`Stop ${index + 1}: ${getStopName(selectedAsset.value?.solution, stop)}. ${statusLabels[stop.status]}`}
          badge={stop.status === 'done' ? '✓' : String(index + 1)}
          color={isClosed(stop) ? '#147a43' : '#4a5a70'}
          shape="dot"
        />
      ))}
      {[...fleet.value.values()].map((live) => {
        const { position, asset, state } = live
        if (position === null) return null
        const isMoving = position.heading !== undefined && (position.speed_ms ?? 1) > 0.3
        return (
          <MapMarker
            key={asset.id}
            at={position.at}
            label={`${asset.name}: ${toStateLabel(live)}. ${summarizeAsset(live)}`}
            color={stateStyles[state].color}
            shape={isMoving ? 'arrow' : 'dot'}
            {...(isMoving ? { heading: position.heading } : { badge: asset.id === selectedId.value ? '●' : '' })}
            onClick={() => selectAsset(asset.id)}
          />
        )
      })}
    </>
  )
}

interface LinesProps {
  readonly id: string
  readonly lines: readonly (readonly Point[])[]
  readonly layers: readonly DataLayer[]
}

function Lines({ id, lines, layers }: LinesProps) {
  const data = useMemo(
    (): Feature<MultiLineString> => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiLineString', coordinates: lines.map(toGeoJson) },
    }),
    [lines],
  )
  return <MapData id={id} data={data} layers={layers} />
}

/** Returns the same list while the line is unchanged, so that the map redraws only on changes. */
function useLineList(line: readonly Point[] | undefined): readonly (readonly Point[])[] {
  return useMemo(() => (line === undefined || line.length < 2 ? [] : [line]), [line])
}
