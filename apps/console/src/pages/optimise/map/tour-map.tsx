import type { FeatureCollection } from 'geojson'
import type { FilterSpecification } from 'maplibre-gl'
import { useMemo } from 'preact/hooks'
import { type Stop, withChange } from '../../../entry/stops.ts'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { MapMarker } from '../../../map/map-marker.ts'
import { pointText, toGeoJson } from '../../../points.ts'
import { lines, type TourLine } from '../lines.ts'
import { isGivenShown } from '../result/given-switch.tsx'
import { signOf } from '../signs.ts'
import { changeStops, stops } from '../state.ts'
import { openStop } from '../stop-list.tsx'
import { colorOf, GIVEN, tourColors } from '../tour-colors.ts'

const round = { 'line-cap': 'round', 'line-join': 'round' } as const
const isTour: FilterSpecification = ['==', ['get', 'kind'], 'tour']

const layers: readonly DataLayer[] = [
  {
    id: 'given',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'given'],
    layout: { 'line-join': 'round' },
    paint: { 'line-color': GIVEN, 'line-width': 3, 'line-dasharray': [2, 1.5], 'line-opacity': 0.75 },
  },
  {
    id: 'casing',
    type: 'line',
    filter: isTour,
    layout: round,
    paint: { 'line-color': '#ffffff', 'line-width': 8 },
  },
  {
    id: 'tour',
    type: 'line',
    filter: isTour,
    layout: round,
    paint: { 'line-color': ['get', 'color'], 'line-width': 4.5 },
  },
  ...tourColors.map(directionLayer),
]

/** One layer per color: the map merges lines that meet at the depot into one line with the color of the first. */
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

/** Every pin is a DOM element, and more of them would make the map slow. Beyond this, stops are drawn as dots. */
const MAX_PINS = 200

/** The tours in their colors, the original order pale below them, and the stops. */
export function TourMap() {
  const [drawn, isGiven] = [lines.value, isGivenShown.value]
  const data = useMemo(() => toFeatures(drawn, isGiven), [drawn, isGiven])
  const all = stops.value
  return (
    <>
      <MapData id="tours" data={data} layers={layers} />
      {all.length > MAX_PINS ? (
        <Dots all={all} />
      ) : (
        all.map((stop, index) => <Pin key={stop.key} stop={stop} index={index} />)
      )}
    </>
  )
}

function Pin({ stop, index }: { readonly stop: Stop; readonly index: number }) {
  const { sign, color, says } = signOf(stop, index)
  const label = [`Stop ${index + 1}`, stop.label || pointText(stop.at), says].filter((text) => text !== '').join(', ')
  return (
    <MapMarker
      at={stop.at}
      label={label}
      sign={sign}
      color={color}
      shape="dot"
      onDragEnd={(at, isStep) => changeStops(withChange(stops.value, stop.key, { at, label: '' }), { isStep })}
      onClick={() => {
        openStop.value = stop.key
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

function Dots({ all }: { readonly all: readonly Stop[] }) {
  const data: FeatureCollection = {
    type: 'FeatureCollection',
    features: all.map((stop, index) => ({
      type: 'Feature',
      properties: { color: signOf(stop, index).color },
      geometry: { type: 'Point', coordinates: [stop.at[1], stop.at[0]] },
    })),
  }
  return <MapData id="stops" data={data} layers={dotLayers} />
}

function toFeatures(drawn: readonly TourLine[], isGiven: boolean): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: drawn
      .filter(({ kind }) => kind === 'tour' || isGiven)
      .map(({ kind, vehicle, points }) => ({
        type: 'Feature',
        properties: { kind, color: colorOf(vehicle), ...(kind === 'tour' ? { arrows: colorOf(vehicle) } : {}) },
        geometry: { type: 'LineString', coordinates: toGeoJson(points) },
      })),
  }
}
