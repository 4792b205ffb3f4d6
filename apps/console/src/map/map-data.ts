import type { GeoJSON } from 'geojson'
import type { GeoJSONSource, LayerSpecification, MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'preact/hooks'
import { currentMap } from './current-map.ts'
import { findFirstLabel } from './style.ts'

type LayerWithoutSource<T> = T extends LayerSpecification ? Omit<T, 'source' | 'id'> & { readonly id: string } : never

/** Layer without a source. `MapData` adds its data as the source. */
export type DataLayer = LayerWithoutSource<Exclude<LayerSpecification, { type: 'background' }>>

interface MapDataProps {
  readonly id: string
  readonly data: GeoJSON
  readonly layers: readonly DataLayer[]
  readonly onClick?: (event: MapLayerMouseEvent) => void
}

/** Prefix of the layers that pages draw. The other layers belong to the style, which changes between day and night. */
export const DATA_PREFIX = 'drawn-'

/**
 * Draws shapes on the map while the component is mounted. The data may change at any time, but later changes to the
 * layers are ignored.
 */
export function MapData({ id, data, layers, onClick }: MapDataProps): null {
  const map = currentMap.value
  const source = `${DATA_PREFIX}${id}`
  useEffect(() => (map === undefined ? undefined : addDataLayers(map, source, data, layers)), [map, source])
  useEffect(() => {
    ;(map?.getSource(source) as GeoJSONSource | undefined)?.setData(data)
  }, [map, source, data])
  useEffect(
    () => (map === undefined || onClick === undefined ? undefined : listenToClicks(map, source, layers, onClick)),
    [map, source, onClick],
  )
  return null
}

/** Returns whether a layer is drawn below the labels. Lines and areas are drawn there, so that names stay readable. */
export function isBelowLabels({ type }: { readonly type: string }): boolean {
  return type === 'line' || type === 'fill'
}

function addDataLayers(map: MapLibre, source: string, data: GeoJSON, layers: readonly DataLayer[]): () => void {
  map.addSource(source, { type: 'geojson', data })
  const { layers: styleLayers } = map.getStyle()
  const firstLabel = styleLayers[findFirstLabel(styleLayers)]?.id
  for (const layer of layers) {
    const drawnLayer = { ...layer, id: `${source}-${layer.id}`, source } as LayerSpecification
    map.addLayer(drawnLayer, isBelowLabels(drawnLayer) ? firstLabel : undefined)
  }
  return () => {
    for (const layer of layers) if (map.getLayer(`${source}-${layer.id}`)) map.removeLayer(`${source}-${layer.id}`)
    if (map.getSource(source)) map.removeSource(source)
  }
}

function listenToClicks(
  map: MapLibre,
  source: string,
  layers: readonly DataLayer[],
  onClick: (event: MapLayerMouseEvent) => void,
): () => void {
  const ids = layers.map((layer) => `${source}-${layer.id}`)
  const showPointerCursor = () => {
    map.getCanvas().style.cursor = 'pointer'
  }
  const resetCursor = () => {
    map.getCanvas().style.cursor = ''
  }
  map.on('click', ids, onClick)
  map.on('mouseenter', ids, showPointerCursor)
  map.on('mouseleave', ids, resetCursor)
  return () => {
    map.off('click', ids, onClick)
    map.off('mouseenter', ids, showPointerCursor)
    map.off('mouseleave', ids, resetCursor)
    resetCursor()
  }
}
