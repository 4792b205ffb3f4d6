import type { Feature, FeatureCollection } from 'geojson'
import type { MapLayerMouseEvent, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo } from 'preact/hooks'
import { currentMap } from '../../../map/current-map.ts'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { MapMarker } from '../../../map/map-marker.ts'
import { BOLD_FONT } from '../../../map/style.ts'
import { type Point, toGeoJson } from '../../../points.ts'
import { capitalize } from '../../../state/error-messages.ts'
import { isTouch, PressVerb } from '../../../ui/press.ts'
import { draft } from '../draft-state.ts'
import { type Area, toAreaTitle } from '../plan.ts'
import { isArea } from './areas.ts'
import {
  addAreaAtMapCenter,
  cancelDrawing,
  drawingPointer,
  drawnCorners,
  finishDrawing,
  moveCorner,
  removeLastCorner,
  selectedArea,
} from './drawing.ts'

const AREA_COLOR = '#c2410c'
const layers: readonly DataLayer[] = [
  {
    id: 'fill',
    type: 'fill',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': AREA_COLOR, 'fill-opacity': 0.18 },
  },
  { id: 'edge', type: 'line', paint: { 'line-color': AREA_COLOR, 'line-width': 2, 'line-dasharray': [3, 2] } },
  {
    id: 'name',
    type: 'symbol',
    filter: ['==', ['geometry-type'], 'Polygon'],
    layout: { 'text-field': ['get', 'name'], 'text-font': [BOLD_FONT], 'text-size': 13 },
    paint: { 'text-color': AREA_COLOR, 'text-halo-color': '#ffffff', 'text-halo-width': 1.8 },
  },
]

/** Shows the areas to avoid, the corners of the selected area and the area that is being drawn. */
export function AreasOnMap() {
  const areas = draft.value.mode === 'road' ? draft.value.areas : []
  const [corners, selected] = [drawnCorners.value, selectedArea.value]
  const pointer = drawingPointer.value
  const data = useMemo(() => {
    const sketch =
      corners === undefined || corners.length === 0 || pointer === undefined ? corners : [...corners, pointer]
    return toFeatures(areas, sketch ?? [])
  }, [areas, corners, pointer])
  const selectedCorners = selected === undefined || corners !== undefined ? [] : (areas[selected]?.corners ?? [])
  return (
    <>
      <MapData id="areas" data={data} layers={layers} onClick={selectClickedArea} />
      {selectedCorners.map((corner, index) => (
        <MapMarker
          key={`${selected}-${index}`}
          at={corner}
          label={`${capitalize(toAreaTitle(areas, selected ?? 0))}, corner ${index + 1}`}
          color={AREA_COLOR}
          shape="dot"
          onDrag={(to) => moveCorner(selected ?? 0, index, to, true)}
          onDragEnd={(to) => moveCorner(selected ?? 0, index, to, false)}
        />
      ))}
      {corners !== undefined && <DrawingBar corners={corners} />}
    </>
  )
}

function DrawingBar({ corners }: { readonly corners: readonly Point[] }) {
  const map = currentMap.value
  useEffect(() => {
    if (map === undefined) return
    const canvas = map.getCanvas()
    map.doubleClickZoom.disable()
    canvas.classList.add('drawing')
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancelDrawing()
      else if (event.key === 'Enter' && event.target === canvas) finishDrawing()
      else if (event.key === 'Backspace' && !isTyping(event.target)) removeLastCorner()
    }
    // On a touch screen, mouse events occur only where the user taps, so the pointer would stay at the last corner.
    const onMove = ({ lngLat }: MapMouseEvent) => {
      const { lat, lng } = lngLat.wrap()
      if (!isTouch) drawingPointer.value = [lat, lng]
    }
    document.addEventListener('keydown', onKeyDown)
    map.on('dblclick', finishDrawing)
    map.on('mousemove', onMove)
    return () => {
      map.doubleClickZoom.enable()
      canvas.classList.remove('drawing')
      document.removeEventListener('keydown', onKeyDown)
      map.off('dblclick', finishDrawing)
      map.off('mousemove', onMove)
      drawingPointer.value = undefined
    }
  }, [map])
  return (
    <>
      {corners.map((corner, index) => (
        <MapMarker
          key={index}
          at={corner}
          label={index === 0 && isArea(corners) ? 'Finish the area' : `Corner ${index + 1}`}
          color={AREA_COLOR}
          shape="dot"
          onClick={() => index === 0 && isArea(corners) && finishDrawing()}
        />
      ))}
      <div class="drawing-bar" role="status">
        <span>
          {isArea(corners)
            ? isTouch
              ? 'Tap Finish, or add more corners.'
              : 'To finish, double-click the map or click the first corner.'
            : `${PressVerb} on the map to draw the corners of the area to avoid.`}
        </span>
        {isArea(corners) && (
          <button type="button" onClick={finishDrawing}>
            Finish
          </button>
        )}
        {corners.length === 0 ? (
          <button type="button" class="second" onClick={addAreaAtMapCenter}>
            Use the map center
          </button>
        ) : (
          <button type="button" class="second" title="Backspace" onClick={removeLastCorner}>
            Undo
          </button>
        )}
        <button type="button" class="second" onClick={cancelDrawing}>
          Cancel
        </button>
      </div>
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Selects the clicked area instead of setting a stop. Layers receive a click before the map does. */
function selectClickedArea(event: MapLayerMouseEvent): void {
  if (drawnCorners.peek() !== undefined) return
  const index = event.features?.[0]?.properties.index
  if (typeof index !== 'number' || draft.peek().areas[index] === undefined) return
  event.preventDefault()
  selectedArea.value = index
}

function toFeatures(areas: readonly Area[], corners: readonly Point[]): FeatureCollection {
  const polygons = areas.flatMap(({ corners: outline, name, isHidden }, index) =>
    isHidden ? [] : [toPolygon(outline, index, name)],
  )
  return { type: 'FeatureCollection', features: [...polygons, ...(corners.length < 2 ? [] : [toSketch(corners)])] }
}

function toSketch(corners: readonly Point[]): Feature {
  if (isArea(corners)) return toPolygon(corners, -1, '')
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: toGeoJson(corners) } }
}

function toPolygon(corners: readonly Point[], index: number, name: string): Feature {
  const ring = toGeoJson(corners)
  const [first] = ring
  return {
    type: 'Feature',
    properties: { index, name },
    geometry: { type: 'Polygon', coordinates: [first === undefined ? ring : [...ring, first]] },
  }
}
