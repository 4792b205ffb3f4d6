import type { FeatureCollection } from 'geojson'
import type { FilterSpecification } from 'maplibre-gl'
import { useMemo } from 'preact/hooks'
import { type Stop, updateStop } from '../../../entry/stops.ts'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { MapMarker } from '../../../map/map-marker.ts'
import { formatPoint, toGeoJson } from '../../../points.ts'
import { type TourLine, tourLines } from '../lines.ts'
import { isOriginalShown } from '../result/original-order-switch.tsx'
import { getStopBadge } from '../signs.ts'
import { changeStops, stops } from '../state.ts'
import { expandedStop } from '../stop-list.tsx'
import { getTourColor, ORIGINAL_COLOR, tourColors } from '../tour-colors.ts'

const roundLineLayout = { 'line-cap': 'round', 'line-join': 'round' } as const
const tourFilter: FilterSpecification = ['==', ['get', 'kind'], 'tour']

const layers: readonly DataLayer[] = [
  {
    id: 'given',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'given'],
    layout: { 'line-join': 'round' },
    paint: { 'line-color': ORIGINAL_COLOR, 'line-width': 3, 'line-dasharray': [2, 1.5], 'line-opacity': 0.75 },
  },
  {
    id: 'casing',
    type: 'line',
    filter: tourFilter,
    layout: roundLineLayout,
    paint: { 'line-color': '#ffffff', 'line-width': 8 },
  },
  {
    id: 'tour',
    type: 'line',
    filter: tourFilter,
    layout: roundLineLayout,
    paint: { 'line-color': ['get', 'color'], 'line-width': 4.5 },
  },
  ...tourColors.map(directionLayer),
]

/**
 * Returns the direction layer of one color. With a single layer, the map would merge lines that meet at the depot and
 * color them all like the first line.
 */
function directionLayer(color: string): DataLayer {
  return {
    id: `direction-${color}`,
    type: 'symbol',
    filter: ['==', ['get', 'arrows'], color],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 90,
      'text-field': '➤',
      'text-size': 13,
      'text-font': ['sans-serif'],
      'text-keep-upright': false,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': color, 'text-halo-color': '#ffffff', 'text-halo-width': 1.5 },
  }
}

/**
 * Maximum number of pins. Each pin is a DOM element, and more pins would slow down the map. If there are more stops,
 * they are drawn as dots.
 */
const MAX_PINS = 200

/** Draws the stops, the tours in their colors and, below them, the original order in a pale color. */
export function TourMap() {
  const [lines, showsOriginal] = [tourLines.value, isOriginalShown.value]
  const data = useMemo(() => toFeatures(lines, showsOriginal), [lines, showsOriginal])
  const allStops = stops.value
  return (
    <>
      <MapData id="tours" data={data} layers={layers} />
      {allStops.length > MAX_PINS ? (
        <StopDots all={allStops} />
      ) : (
        allStops.map((stop, index) => <StopPin key={stop.key} stop={stop} index={index} />)
      )}
    </>
  )
}

function StopPin({ stop, index }: { readonly stop: Stop; readonly index: number }) {
  const { badge, color, description } = getStopBadge(stop, index)
  const label = [`Stop ${index + 1}`, stop.label || formatPoint(stop.at), description]
    .filter((part) => part !== '')
    .join(', ')
  return (
    <MapMarker
      at={stop.at}
      label={label}
      badge={badge}
      color={color}
      shape="dot"
      onDragEnd={(position, isStep) =>
        changeStops(updateStop(stops.value, stop.key, { at: position, label: '' }), { pushHistory: isStep })
      }
      onClick={() => {
        expandedStop.value = stop.key
      }}
    />
  )
}

const dotLayers: readonly DataLayer[] = [
  {
    id: 'dot',
    type: 'circle',
    paint: {
      'circle-color': ['get', 'color'],
      'circle-radius': 5,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1.5,
    },
  },
]

function StopDots({ all }: { readonly all: readonly Stop[] }) {
  const data: FeatureCollection = {
    type: 'FeatureCollection',
    features: all.map((stop, index) => ({
      type: 'Feature',
      properties: { color: getStopBadge(stop, index).color },
      geometry: { type: 'Point', coordinates: [stop.at[1], stop.at[0]] },
    })),
  }
  return <MapData id="stops" data={data} layers={dotLayers} />
}

function toFeatures(lines: readonly TourLine[], showsOriginal: boolean): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: lines
      .filter(({ kind }) => kind === 'tour' || showsOriginal)
      .map(({ kind, vehicle, points }) => ({
        type: 'Feature',
        properties: {
          kind,
          color: getTourColor(vehicle),
          ...(kind === 'tour' ? { arrows: getTourColor(vehicle) } : {}),
        },
        geometry: { type: 'LineString', coordinates: toGeoJson(points) },
      })),
  }
}
