import { pointsOf } from '@fairway/client'
import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'preact/hooks'
import { signalColors } from '../../map/colors.ts'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { type DataLayer, MapData } from '../../map/map-data.ts'
import { toGeoJson } from '../../points.ts'
import { matchRequest, shouldFitView, trace } from './state.ts'

const round = { 'line-cap': 'round', 'line-join': 'round' } as const
const routeLayers: readonly DataLayer[] = [
  { id: 'casing', type: 'line', layout: round, paint: { 'line-color': '#ffffff', 'line-width': 9 } },
  { id: 'line', type: 'line', layout: round, paint: { 'line-color': signalColors.route, 'line-width': 5.5 } },
]

/**
 * Layers of the recorded trace. Unmatched points are highlighted. Dots are hidden at low zoom levels, where thousands
 * of dots would cover the route.
 */
const traceLayers: readonly DataLayer[] = [
  {
    id: 'line',
    type: 'line',
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-color': '#c2410c', 'line-width': 1.5, 'line-dasharray': [3, 2] },
  },
  {
    id: 'points',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 1, 14, 2.5, 17, 5],
      'circle-color': ['case', ['==', ['get', 'status'], 'matched'], '#ffffff', '#fecaca'],
      'circle-stroke-color': ['case', ['==', ['get', 'status'], 'matched'], '#c2410c', '#b3261e'],
      'circle-stroke-width': ['case', ['==', ['get', 'status'], 'matched'], 1.5, 3],
    },
  },
]

/** Shows the recorded trace on top of the matched roads. */
export function MatchMap() {
  const [now, reply] = [trace.value, matchRequest.state.value.answer]
  const routes = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: (reply?.routes ?? []).map((route) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates: toGeoJson(pointsOf(route)) },
      })),
    }),
    [reply],
  )
  const recordedFeatures = useMemo((): FeatureCollection => {
    const coordinates = toGeoJson(now?.points ?? [])
    return {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } },
        ...coordinates.map((position, index) => ({
          type: 'Feature' as const,
          properties: { status: reply?.points[index]?.status ?? 'matched' },
          geometry: { type: 'Point' as const, coordinates: position },
        })),
      ],
    }
  }, [now, reply])
  const [map, isRequested] = [currentMap.value, shouldFitView.value]
  useEffect(() => {
    if (!isRequested || map === undefined || now === undefined) return
    shouldFitView.value = false
    fitPoints(now.points, 17)
  }, [map, isRequested, now])
  return (
    <>
      <MapData id="matched" data={routes} layers={routeLayers} />
      <MapData id="trace" data={recordedFeatures} layers={traceLayers} />
    </>
  )
}
