import type { FeatureCollection } from 'geojson'
import { useMemo } from 'preact/hooks'
import { updateStop } from '../../entry/stops.ts'
import { signalColors } from '../../map/colors.ts'
import { type DataLayer, MapData } from '../../map/map-data.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { formatPoint, toGeoJson } from '../../points.ts'
import { highlightedCell } from './pointed.ts'
import { changePoints, matrixResult, points } from './state.ts'

const layers: readonly DataLayer[] = [
  {
    id: 'casing',
    type: 'line',
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': '#ffffff', 'line-width': 8 },
  },
  {
    id: 'line',
    type: 'line',
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': signalColors.route, 'line-width': 4 },
  },
  {
    id: 'arrow',
    type: 'symbol',
    layout: {
      'symbol-placement': 'line-center',
      'text-field': '➤',
      'text-size': 24,
      'text-font': ['sans-serif'],
      'text-keep-upright': false,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': signalColors.route, 'text-halo-color': '#ffffff', 'text-halo-width': 2 },
  },
]

const [POINT_COLOR, ORIGIN_COLOR, DESTINATION_COLOR] = ['#56606b', '#0b6e60', '#b3261e']

/** Shows the numbered points and the pair that is highlighted in the table. */
export function MatrixMap() {
  const [cell, now] = [highlightedCell.value, matrixResult.value]
  const from = cell === undefined ? undefined : now?.points[cell.row]
  const to = cell === undefined ? undefined : now?.points[cell.column]
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features:
        from === undefined || to === undefined
          ? []
          : [
              {
                type: 'Feature',
                properties: {},
                geometry: { type: 'LineString', coordinates: toGeoJson([from.at, to.at]) },
              },
            ],
    }),
    [from, to],
  )
  return (
    <>
      <MapData id="pair" data={data} layers={layers} />
      {points.value.map((point, index) => (
        <MapMarker
          key={point.key}
          at={point.at}
          label={`Point ${index + 1}, ${point.label || formatPoint(point.at)}`}
          badge={String(index + 1)}
          color={point.key === from?.key ? ORIGIN_COLOR : point.key === to?.key ? DESTINATION_COLOR : POINT_COLOR}
          shape="dot"
          onDragEnd={(position, isStep) =>
            changePoints(updateStop(points.value, point.key, { at: position, label: '' }), { pushHistory: isStep })
          }
        />
      ))}
    </>
  )
}
