import { flatDistanceMeters } from '@fairway/geo'
import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'preact/hooks'
import { signalColors } from '../../../map/colors.ts'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { type Point, toGeoJson } from '../../../points.ts'
import type { DisplayRoute } from '../display-routes.ts'
import { draft, findStopPosition, routes, selectedRoute } from '../draft-state.ts'
import { isStopSet, type Stop } from '../plan.ts'

const roundLineLayout = { 'line-cap': 'round', 'line-join': 'round' } as const
const { route, alternative, jam, slow } = signalColors

const layers: readonly DataLayer[] = [
  {
    id: 'access',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'access'],
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': route, 'line-width': 4, 'line-dasharray': [0, 2] },
  },
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
  const [allRoutes, top, { routeIndex, stops }] = [routes.value, selectedRoute.value, draft.value]
  const data = useMemo(() => {
    const { type, features } = toFeatures(allRoutes, top)
    return { type, features: [...listAccessLines(top, stops), ...features] }
  }, [allRoutes, top, routeIndex, stops])
  return <MapData id="ways" data={data} layers={layers} />
}

/** Minimum length of an access line, in meters. Shorter lines would be hidden by the pin. */
const MIN_ACCESS_METERS = 15

/** Returns dotted lines between the ends of a road route and the pins next to the road. */
function listAccessLines(top: DisplayRoute | undefined, stops: readonly Stop[]): Feature[] {
  const filledStops = stops.filter(isStopSet)
  const ends = [
    [filledStops[0], top?.points[0]],
    [filledStops.at(-1), top?.points.at(-1)],
  ] as const
  if (top === undefined || (top.mode !== 'road' && top.mode !== 'av')) return []
  return ends.flatMap(([stop, end]) => {
    const point = stop === undefined ? undefined : findStopPosition(stop)
    if (point === undefined || end === undefined) return []
    const meters = flatDistanceMeters(point[0], point[1], end[0], end[1])
    return meters < MIN_ACCESS_METERS ? [] : [toFeature([point, end], 'access', -1)]
  })
}

function toFeatures(allRoutes: readonly DisplayRoute[], top: DisplayRoute | undefined): FeatureCollection {
  const features = allRoutes.flatMap((route, index) => (route === top ? [] : [toFeature(route.points, 'other', index)]))
  if (top !== undefined) {
    features.push(toFeature(top.points, 'chosen', allRoutes.indexOf(top)))
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
