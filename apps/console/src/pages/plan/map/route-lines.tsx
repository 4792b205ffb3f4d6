import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'preact/hooks'
import { signalColors } from '../../../map/colors.ts'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { type Point, toGeoJson } from '../../../points.ts'
import type { DisplayRoute } from '../display-routes.ts'
import { draft, routes, selectedRoute } from '../draft-state.ts'

const roundLineLayout = { 'line-cap': 'round', 'line-join': 'round' } as const
const { route, alternative, jam, slow } = signalColors

const layers: readonly DataLayer[] = [
  lineLayer('other-casing', 'other', '#ffffff', 8),
  lineLayer('other', 'other', alternative, 5),
  lineLayer('chosen-casing', 'chosen', '#ffffff', 10),
  lineLayer('chosen', 'chosen', route, 6),
  lineLayer('incident', 'incident', jam, 6),
  lineLayer('caution', 'caution', slow, 6),
]

export const SELECTED_LAYER = 'drawn-ways-chosen-casing'
export const ALTERNATIVE_LAYER = 'drawn-ways-other-casing'

function lineLayer(id: string, kind: string, color: string, width: number): DataLayer {
  return {
    id,
    type: 'line',
    filter: ['==', ['get', 'kind'], kind],
    layout: roundLineLayout,
    paint: { 'line-color': color, 'line-width': width },
  }
}

/** Draws all routes of the reply with their incidents. The selected route is on top. */
export function RouteLines() {
  const [all, top, { routeIndex }] = [routes.value, selectedRoute.value, draft.value]
  const data = useMemo(() => toFeatures(all, top), [all, top, routeIndex])
  return <MapData id="ways" data={data} layers={layers} />
}

function toFeatures(all: readonly DisplayRoute[], top: DisplayRoute | undefined): FeatureCollection {
  const features = all.flatMap((route, index) => (route === top ? [] : [toFeature(route.points, 'other', index)]))
  if (top !== undefined) {
    features.push(toFeature(top.points, 'chosen', all.indexOf(top)))
    for (const { geometry_range, severity } of top.incidents) {
      if (geometry_range === undefined) continue
      const kind = severity === 'low' ? 'caution' : 'incident'
      features.push(toFeature(top.points.slice(geometry_range[0], geometry_range[1] + 1), kind, -1))
    }
  }
  return { type: 'FeatureCollection', features }
}

function toFeature(points: readonly Point[], kind: string, routeIndex: number): Feature {
  return {
    type: 'Feature',
    properties: { kind, way: routeIndex },
    geometry: { type: 'LineString', coordinates: toGeoJson(points) },
  }
}
