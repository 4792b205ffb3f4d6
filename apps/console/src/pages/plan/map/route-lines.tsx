import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'preact/hooks'
import { signalColors } from '../../../map/colors.ts'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { type Point, toGeoJson } from '../../../points.ts'
import { chosen, plan, ways } from '../plan-state.ts'
import type { Way } from '../ways.ts'

const round = { 'line-cap': 'round', 'line-join': 'round' } as const
const { route, alternative, jam, slow } = signalColors

const layers: readonly DataLayer[] = [
  line('other-casing', 'other', '#ffffff', 8),
  line('other', 'other', alternative, 5),
  line('chosen-casing', 'chosen', '#ffffff', 10),
  line('chosen', 'chosen', route, 6),
  line('incident', 'incident', jam, 6),
  line('caution', 'caution', slow, 6),
]

export const CHOSEN_LAYER = 'drawn-ways-chosen-casing'
export const OTHER_LAYER = 'drawn-ways-other-casing'

function line(id: string, kind: string, color: string, width: number): DataLayer {
  return {
    id,
    type: 'line',
    filter: ['==', ['get', 'kind'], kind],
    layout: round,
    paint: { 'line-color': color, 'line-width': width },
  }
}

/** All routes of the reply, the selected one on top, with its incidents. */
export function RouteLines() {
  const [all, top, { way }] = [ways.value, chosen.value, plan.value]
  const data = useMemo(() => toFeatures(all, top), [all, top, way])
  return <MapData id="ways" data={data} layers={layers} />
}

function toFeatures(all: readonly Way[], top: Way | undefined): FeatureCollection {
  const features = all.flatMap((way, index) => (way === top ? [] : [toFeature(way.points, 'other', index)]))
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

function toFeature(points: readonly Point[], kind: string, way: number): Feature {
  return {
    type: 'Feature',
    properties: { kind, way },
    geometry: { type: 'LineString', coordinates: toGeoJson(points) },
  }
}
