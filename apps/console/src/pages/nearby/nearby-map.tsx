import { rulerAt } from '@fairway/geo'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'preact/hooks'
import { type DataLayer, MapData } from '../../map/map-data.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { formatPoint, type Point, toGeoJson } from '../../points.ts'
import { findCategory } from './categories.tsx'
import { changeSearch, search, selectedPlaceId, shownPlaces } from './state.ts'

const PIN_COLOR = '#0b6e60'
const layers: readonly DataLayer[] = [
  { id: 'area', type: 'fill', paint: { 'fill-color': PIN_COLOR, 'fill-opacity': 0.06 } },
  { id: 'edge', type: 'line', paint: { 'line-color': PIN_COLOR, 'line-width': 1.5, 'line-dasharray': [3, 2] } },
]

/** Shows the search area and the results, numbered as in the list. */
export function NearbyMap() {
  const { at, category, radiusM } = search.value
  const data = useMemo(() => toCircleFeature(category === '' ? undefined : at, radiusM), [at, category, radiusM])
  return (
    <>
      <MapData id="around" data={data} layers={layers} />
      {at !== undefined && category !== '' && (
        <MapMarker
          at={at}
          label="Search center"
          badge=""
          color={PIN_COLOR}
          shape="dot"
          onDragEnd={(to, isStep) => changeSearch({ at: to, isPinned: true, label: formatPoint(to) }, { isStep })}
        />
      )}
      {category !== '' &&
        shownPlaces.value.map((place, index) => (
          <MapMarker
            key={`${place.id}${selectedPlaceId.value === place.id}`}
            at={place.at as Point}
            label={`${index + 1}, ${place.name}`}
            badge={String(index + 1)}
            color={selectedPlaceId.value === place.id ? '#1a2027' : (findCategory(place.category)?.color ?? PIN_COLOR)}
            onClick={() => {
              selectedPlaceId.value = place.id
            }}
          />
        ))}
    </>
  )
}

const CIRCLE_CORNERS = 72

/** Returns points on the boundary of the search area. */
export function toCirclePoints(center: Point, radiusM: number): readonly Point[] {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(center[0])
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_, corner): Point => {
    const angle = (corner / CIRCLE_CORNERS) * 2 * Math.PI
    return [
      center[0] + (radiusM * Math.cos(angle)) / perLatitudeDegree,
      center[1] + (radiusM * Math.sin(angle)) / perLongitudeDegree,
    ]
  })
}

function toCircleFeature(center: Point | undefined, radiusM: number): FeatureCollection {
  if (center === undefined) return { type: 'FeatureCollection', features: [] }
  const coordinates = [toGeoJson(toCirclePoints(center, radiusM))]
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }],
  }
}
