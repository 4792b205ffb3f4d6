import { rulerAt } from '@fairway/geo'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'preact/hooks'
import { type DataLayer, MapData } from '../../map/map-data.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { type Point, pointText, toGeoJson } from '../../points.ts'
import { categoryOf } from './categories.tsx'
import { change, chosen, search, shown } from './state.ts'

const COLOR = '#0b6e60'
const layers: readonly DataLayer[] = [
  { id: 'area', type: 'fill', paint: { 'fill-color': COLOR, 'fill-opacity': 0.06 } },
  { id: 'edge', type: 'line', paint: { 'line-color': COLOR, 'line-width': 1.5, 'line-dasharray': [3, 2] } },
]

/** The search area and the results, numbered as in the list. */
export function NearbyMap() {
  const { at, category, radiusM } = search.value
  const data = useMemo(() => circle(category === '' ? undefined : at, radiusM), [at, category, radiusM])
  return (
    <>
      <MapData id="around" data={data} layers={layers} />
      {at !== undefined && category !== '' && (
        <MapMarker
          at={at}
          label="Search center"
          sign=""
          color={COLOR}
          shape="dot"
          onDragEnd={(to, isStep) => change({ at: to, isPinned: true, label: pointText(to) }, { isStep })}
        />
      )}
      {category !== '' &&
        shown.value.map((place, index) => (
          <MapMarker
            key={`${place.id}${chosen.value === place.id}`}
            at={place.at as Point}
            label={`${index + 1}, ${place.name}`}
            sign={String(index + 1)}
            color={chosen.value === place.id ? '#1a2027' : (categoryOf(place.category)?.color ?? COLOR)}
            onClick={() => {
              chosen.value = place.id
            }}
          />
        ))}
    </>
  )
}

const CORNERS = 72

/** Points on the boundary of the search area. */
export function around(at: Point, radiusM: number): readonly Point[] {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(at[0])
  return Array.from({ length: CORNERS + 1 }, (_, corner): Point => {
    const angle = (corner / CORNERS) * 2 * Math.PI
    return [
      at[0] + (radiusM * Math.cos(angle)) / perLatitudeDegree,
      at[1] + (radiusM * Math.sin(angle)) / perLongitudeDegree,
    ]
  })
}

function circle(at: Point | undefined, radiusM: number): FeatureCollection {
  if (at === undefined) return { type: 'FeatureCollection', features: [] }
  const coordinates = [toGeoJson(around(at, radiusM))]
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }],
  }
}
