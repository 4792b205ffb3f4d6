import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'preact/hooks'
import { signalColors } from '../../../map/colors.ts'
import { currentMap, fitPoints } from '../../../map/current-map.ts'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { MapMarker } from '../../../map/map-marker.ts'
import { toGeoJson } from '../../../points.ts'
import type { DisplayRoute } from '../display-routes.ts'
import { startVisits } from '../draft-state.ts'
import { type RoadExample, roadExample } from './road-example.ts'

const roundLineLayout = { 'line-cap': 'round', 'line-join': 'round' } as const
const layers: readonly DataLayer[] = [
  { id: 'casing', type: 'line', layout: roundLineLayout, paint: { 'line-color': '#ffffff', 'line-width': 10 } },
  { id: 'line', type: 'line', layout: roundLineLayout, paint: { 'line-color': signalColors.route, 'line-width': 6 } },
]

/** Route that was last fitted into view. The map moves to the example only once per visit to the first screen. */
let fittedView: { readonly route: DisplayRoute; readonly visits: number } | undefined

/** Draws the example route on the first screen. */
export function ExampleOnMap() {
  const example = roadExample.value
  return example === undefined ? null : <ExampleRoute example={example} />
}

function ExampleRoute({ example: { from, to, route } }: { readonly example: RoadExample }) {
  const map = currentMap.value
  const visits = startVisits.value
  useEffect(() => {
    if (map === undefined || (fittedView?.route === route && fittedView.visits === visits)) return
    fittedView = { route, visits }
    fitPoints(route.points)
  }, [map, route, visits])
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: {},
          geometry: { type: 'LineString', coordinates: toGeoJson(route.points) },
        },
      ],
    }),
    [route],
  )
  return (
    <>
      <MapData id="example" data={data} layers={layers} />
      <MapMarker at={from.at} label={`Example start: ${from.label}`} badge="A" color="#0b6e60" shape="pin" />
      <MapMarker at={to.at} label={`Example destination: ${to.label}`} badge="B" color="#b3261e" shape="pin" />
    </>
  )
}
