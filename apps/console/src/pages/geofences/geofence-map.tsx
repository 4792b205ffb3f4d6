import type { CreateGeofenceReply } from '@fairway/client'
import type { MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo } from 'preact/hooks'
import { currentMap } from '../../map/current-map.ts'
import { type DataLayer, MapData } from '../../map/map-data.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { toFeatures, toRadius, toRadiusHandle } from './shapes.ts'
import { changeDraft, type Draft, draft, placePoint, selectedId, toShape } from './state.ts'

const GEOFENCE_COLOR = '#6d4bc2'
const DRAFT_COLOR = '#c2410c'

const toLayers = (color: string): readonly DataLayer[] => [
  {
    id: 'fill',
    type: 'fill',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': color, 'fill-opacity': 0.16 },
  },
  { id: 'edge', type: 'line', paint: { 'line-color': color, 'line-width': 2.5 } },
]
const savedLayers = toLayers(GEOFENCE_COLOR)
const draftLayers = toLayers(DRAFT_COLOR)

/** Shows all geofences. The geofence that is being drawn has handles. */
export function GeofenceMap({ geofences }: { readonly geofences: readonly CreateGeofenceReply[] }) {
  const current = draft.value
  const otherFeatures = useMemo(
    () => toFeatures(geofences.filter(({ id }) => id !== current?.id)),
    [geofences, current?.id],
  )
  const draftFeatures = useMemo(() => toDraftFeatures(current), [current])
  useMapClick(placePoint)
  useDrawingCursor(current !== undefined && current.kind !== 'corridor')
  return (
    <>
      <MapData id="geofences" data={otherFeatures} layers={savedLayers} onClick={selectClicked} />
      <MapData id="geofence-draft" data={draftFeatures} layers={draftLayers} />
      {current?.kind === 'circle' && <CircleHandles current={current} />}
      {current?.kind === 'polygon' &&
        current.corners.map((corner, index) => (
          <MapMarker
            key={index}
            at={corner}
            label={`Corner ${index + 1}`}
            color={DRAFT_COLOR}
            shape="dot"
            onDragEnd={(to) =>
              changeDraft({ corners: current.corners.map((other, position) => (position === index ? to : other)) })
            }
          />
        ))}
    </>
  )
}

function CircleHandles({ current: { center, radius } }: { readonly current: Draft }) {
  if (center === undefined) return null
  return (
    <>
      <MapMarker
        at={center}
        label="Center"
        color={DRAFT_COLOR}
        shape="dot"
        onDragEnd={(to) => changeDraft({ center: to })}
      />
      <MapMarker
        at={toRadiusHandle(center, Number(radius))}
        label="Edge"
        badge="↔"
        color={DRAFT_COLOR}
        shape="dot"
        onDragEnd={(to) => changeDraft({ radius: String(toRadius(center, to)) })}
      />
    </>
  )
}

function toDraftFeatures(current: Draft | undefined) {
  if (current === undefined) return toFeatures([])
  const shape = toShape(current) ?? { polygon: { outer: current.corners } }
  return toFeatures([{ id: 'draft', ...shape }])
}

/** Selects the clicked geofence. While the user draws a geofence, a click sets a point instead. */
function selectClicked(event: MapLayerMouseEvent): void {
  const id: unknown = event.features?.[0]?.properties.id
  if (draft.peek() !== undefined || typeof id !== 'string') return
  event.preventDefault()
  selectedId.value = id
}

function useDrawingCursor(isDrawing: boolean): void {
  const map = currentMap.value
  useEffect(() => {
    if (map === undefined || !isDrawing) return
    const canvas = map.getCanvas()
    canvas.classList.add('drawing')
    return () => canvas.classList.remove('drawing')
  }, [map, isDrawing])
}
