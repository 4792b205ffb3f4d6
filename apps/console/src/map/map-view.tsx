import { Map as MapLibre, NavigationControl, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { keepMapFile } from '../keep-shell.ts'
import { callApi } from '../state/calls.ts'
import { BlueprintControl } from './blueprint-control.ts'
import { dayColors, nightColors } from './colors.ts'
import { attributions, Credits } from './credits.tsx'
import { currentMap, prefersReducedMotion } from './current-map.ts'
import { DATA_PREFIX, isBelowLabels } from './map-data.ts'
import { isMapLoading } from './map-loading.ts'
import { mapStyleName } from './map-style.ts'
import { findFirstLabel, toConsoleStyle } from './style.ts'
import { TiltControl } from './tilt-control.ts'

setWorkerUrl(workerUrl)

/** Tile metadata from the service. */
interface TileInfoReply {
  readonly version: string
  /** Version of the current traffic data. Empty when there is no traffic. */
  readonly traffic_version: string
  readonly maxzoom: number
  readonly attributions: readonly string[]
  readonly regions: readonly { readonly name: string; readonly bounds: readonly [number, number, number, number] }[]
}

const REFRESH_MS = 20_000

const emptyTileInfo: TileInfoReply = { version: '', traffic_version: '', maxzoom: 16, attributions: [], regions: [] }

/** Renders the map. The page does not wait for the map and works without tiles. */
export default function MapView() {
  const element = useRef<HTMLDivElement>(null)
  const [cannotDraw, setCannotDraw] = useState(false)

  useEffect(() => {
    const { current } = element
    if (current === null) return
    let stopMap = () => {}
    let isUnmounted = false
    // The style needs the tile metadata. The map shows an empty background until the service replies.
    void fetchMapData(mapStyleName.peek()).then((data) => {
      if (isUnmounted) return
      const map = createMap(current, data)
      if (map) stopMap = startMap(current, map, data)
      else setCannotDraw(true)
    })
    return () => {
      isUnmounted = true
      stopMap()
    }
  }, [])

  return (
    <>
      <div ref={element} class="map" />
      {cannotDraw && (
        <p class="no-map" role="note">
          This browser cannot draw the map because WebGL is disabled. Everything else works.
        </p>
      )}
      <Credits />
    </>
  )
}

/**
 * Creates the map, or returns undefined if WebGL is not available. Remote desktops and some company policies disable
 * WebGL.
 */
function createMap(container: HTMLElement, data: MapSources): MapLibre | undefined {
  const [west, south, east, north] = data.tileInfo.regions[0]?.bounds ?? [-180, -60, 180, 75]
  if (document.createElement('canvas').getContext('webgl2') === null) return undefined
  return new MapLibre({
    container,
    style: toMapStyle(data),
    bounds: [west, south, east, north],
    attributionControl: false,
    transformRequest: (url) => {
      keepMapFile(url)
      return undefined
    },
    ...(prefersReducedMotion() && { fadeDuration: 0 }),
    dragRotate: false,
    pitchWithRotate: false,
  })
}

function startMap(container: HTMLElement, map: MapLibre, first: MapSources): () => void {
  let { tileInfo } = first
  attributions.value = tileInfo.attributions
  map.touchZoomRotate.disableRotation()
  // Without a listener, MapLibre logs every tile that fails to load. The banner already reports the failure.
  map.on('error', ({ error }) => {
    if (!('status' in error || error instanceof TypeError)) reportError(error)
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new TiltControl(), 'top-right')
  map.addControl(new BlueprintControl(), 'top-right')
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left')
  map.getCanvas().setAttribute('aria-label', 'Map. Use the arrow keys to pan, and the plus and minus keys to zoom.')

  const updateStyle = async () => {
    const latest = await fetchMapData(mapStyleName.peek())
    tileInfo = latest.tileInfo
    attributions.value = tileInfo.attributions
    if (latest.style) map.setStyle(toMapStyle(latest), { transformStyle: keepDataLayers })
  }
  const refresh = async () => {
    const latestTileInfo = await fetchTileInfo()
    if (latestTileInfo !== undefined && latestTileInfo.version !== tileInfo.version) await updateStyle()
  }
  let timer: ReturnType<typeof setInterval> | undefined
  let unsubscribe = () => {}
  // MapLibre fires `idle` when nothing is left to fetch or draw. Tests read this attribute to wait until the map is
  // complete.
  const parentElement = container.parentElement
  const setLoading = (isLoading: boolean) => {
    parentElement?.setAttribute('data-drawn', String(!isLoading))
    isMapLoading.value = isLoading
  }
  map.on('dataloading', () => setLoading(true))
  map.on('idle', () => setLoading(false))
  // Pages can draw as soon as the style is ready. Waiting for `load` would fetch and draw the tiles of the whole region
  // before the map moves to the content of the link.
  map.once('style.load', () => {
    currentMap.value = map
    timer = setInterval(() => void refresh(), REFRESH_MS)
    let previous = mapStyleName.peek()
    unsubscribe = mapStyleName.subscribe((name) => {
      if (name !== previous) void updateStyle()
      previous = name
    })
  })
  return () => {
    clearInterval(timer)
    unsubscribe()
    currentMap.value = undefined
    isMapLoading.value = false
    map.remove()
  }
}

interface MapSources {
  readonly tileInfo: TileInfoReply
  /** Undefined if the service did not respond. */
  readonly style: StyleSpecification | undefined
  readonly isDark: boolean
}

async function fetchMapData(name: string): Promise<MapSources> {
  const path = `/styles/${name}.json`
  const [tileInfo, style] = await Promise.all([
    fetchTileInfo(),
    callApi<StyleSpecification>({ method: 'GET', path }).catch(() => undefined),
  ])
  return { tileInfo: tileInfo ?? emptyTileInfo, style, isDark: name !== 'light' }
}

function fetchTileInfo(): Promise<TileInfoReply | undefined> {
  return callApi<TileInfoReply>({ method: 'GET', path: '/tiles/map.json' }).catch(() => undefined)
}

/** Copies the layers that pages have drawn, and the visibility of all other layers, to the new style. */
function keepDataLayers(
  previousStyle: StyleSpecification | undefined,
  nextStyle: StyleSpecification,
): StyleSpecification {
  const drawnLayers = (previousStyle?.layers ?? []).filter((layer) => layer.id.startsWith(DATA_PREFIX))
  const layers = nextStyle.layers.map((layer) => copyVisibility(layer, previousStyle?.layers))
  const firstLabel = findFirstLabel(layers)
  return {
    ...nextStyle,
    sources: { ...nextStyle.sources, ...pickDataSources(previousStyle?.sources ?? {}) },
    layers: [
      ...layers.slice(0, firstLabel),
      ...drawnLayers.filter(isBelowLabels),
      ...layers.slice(firstLabel),
      ...drawnLayers.filter((layer) => !isBelowLabels(layer)),
    ],
  }
}

function toMapStyle({ tileInfo, style, isDark }: MapSources): StyleSpecification {
  const colors = isDark ? nightColors : dayColors
  const base: StyleSpecification = style ?? {
    version: 8,
    sources: { fairway: { type: 'vector', tiles: [], maxzoom: tileInfo.maxzoom } },
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': colors.ground } }],
  }
  // Browsers cache traffic tiles for a few seconds. Because the URL contains the version, reloading the page fetches
  // the current tiles.
  const trafficVersion = encodeURIComponent(tileInfo.traffic_version)
  const trafficUrl = `${location.origin}/tiles/traffic/{z}/{x}/{y}.mvt?v=${trafficVersion}`
  return toConsoleStyle(base, colors, trafficUrl, tileInfo.maxzoom)
}

function pickDataSources<T>(sources: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(sources).filter(([id]) => id.startsWith(DATA_PREFIX)))
}

function copyVisibility<T extends { id: string; layout?: object }>(
  layer: T,
  previousLayers: readonly { id: string; layout?: object }[] | undefined,
): T {
  const visibility = (previousLayers?.find(({ id }) => id === layer.id)?.layout as { visibility?: string } | undefined)
    ?.visibility
  return visibility === undefined ? layer : { ...layer, layout: { ...layer.layout, visibility } }
}
