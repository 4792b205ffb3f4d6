import type { Feature, FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'preact/hooks'
import { updateStop } from '../../entry/stops.ts'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { type DataLayer, MapData } from '../../map/map-data.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { formatPoint, type Point } from '../../points.ts'
import type { IsochroneResult } from './compute.ts'
import { pickColor } from './contour-style.ts'
import { highlightedContour } from './highlight.ts'
import { formatLimit, travelModes } from './settings.ts'
import { changeOrigins, isochroneRequest, origins, shouldFitView } from './state.ts'

const layers: readonly DataLayer[] = [
  {
    id: 'fill',
    type: 'fill',
    filter: ['==', ['get', 'part'], 'band'],
    paint: { 'fill-color': ['get', 'color'], 'fill-opacity': ['get', 'opacity'], 'fill-antialias': false },
  },
  {
    id: 'outline',
    type: 'line',
    filter: ['==', ['get', 'part'], 'area'],
    layout: { 'line-join': 'round' },
    paint: { 'line-color': ['get', 'color'], 'line-width': ['get', 'width'], 'line-opacity': 0.9 },
  },
  {
    id: 'label',
    type: 'symbol',
    filter: ['==', ['get', 'part'], 'area'],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 420,
      'text-field': ['get', 'label'],
      'text-size': 12,
      'text-font': ['system-ui, "Noto Sans Medium", sans-serif'],
    },
    paint: { 'text-color': ['get', 'color'], 'text-halo-color': '#ffffff', 'text-halo-width': 2 },
  },
]

/** Shows the areas within reach and their numbered origins. */
export function IsochroneMap() {
  const result = isochroneRequest.state.value.answer
  const highlighted = highlightedContour.value
  const data = useMemo(() => toFeatures(result, highlighted), [result, highlighted])
  useFitView(result)
  return (
    <>
      <MapData id="isochrones" data={data} layers={layers} />
      {origins.value.map((origin, index) => (
        <MapMarker
          key={origin.key}
          at={origin.at}
          label={`Point ${index + 1}, ${origin.label || formatPoint(origin.at)}`}
          badge={String(index + 1)}
          color="#1a2027"
          shape="dot"
          onDragEnd={(position, isStep) =>
            changeOrigins(updateStop(origins.value, origin.key, { at: position, label: '' }), { pushHistory: isStep })
          }
        />
      ))}
    </>
  )
}

/** Sorts larger areas first, so that the outlines of smaller areas stay visible. */
function toFeatures(result: IsochroneResult | undefined, highlighted: number | undefined): FeatureCollection {
  const contours = result?.contours ?? []
  const isComparison = (result?.settings.profiles.length ?? 1) > 1
  const features = contours.flatMap(({ profile, limit, area, band }, index): readonly Feature[] => {
    const isDimmed = highlighted !== undefined && highlighted !== index
    const title = travelModes.find((mode) => mode.profile === profile)?.title ?? ''
    const limitText = formatLimit(limit, result?.settings.unit ?? 'minutes')
    const properties = {
      color: pickColor(contours, index),
      label: isComparison ? `${title} ${limitText}` : limitText,
      opacity: (isComparison ? 0.16 : 0.32) * (isDimmed ? 0.35 : 1),
      width: highlighted === index ? 4 : isComparison ? 2.5 : 1.6,
    }
    const toFeature = (part: string, coordinates: Contours): Feature => ({
      type: 'Feature',
      properties: { ...properties, part },
      geometry: { type: 'MultiPolygon', coordinates },
    })
    return [toFeature('band', band), toFeature('area', area)]
  })
  return { type: 'FeatureCollection', features: features.reverse() }
}

type Contours = IsochroneResult['contours'][number]['area']

/**
 * Fits the whole area into view after a search or when a link is opened. A click on the map does not change the view.
 */
function useFitView(result: IsochroneResult | undefined): void {
  const [map, isRequested] = [currentMap.value, shouldFitView.value]
  useEffect(() => {
    if (!isRequested || map === undefined || result === undefined) return
    shouldFitView.value = false
    const corners = result.contours.flatMap(({ area }) => area.flatMap(([outline = []]) => outline))
    const points = corners.map(([longitude, latitude]): Point => [latitude, longitude])
    fitPoints([...points, ...result.origins.map(({ at }) => at)])
  }, [result, map, isRequested])
}
