import { Map as MapLibre, NavigationControl, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../state/calls.ts'
import { isDark } from '../state/theme.ts'
import { day, night } from './colors.ts'
import { attributions, Credits } from './credits.tsx'
import { DRAWN } from './map-data.ts'
import { mapStyle } from './style.ts'
import { prefersStillness, theMap } from './the-map.ts'

setWorkerUrl(workerUrl)

/** Tile metadata from the service. */
export interface TileBook {
  readonly version: string
  /** Version of the current traffic. Empty when there is no traffic. */
  readonly traffic_version: string
  readonly maxzoom: number
  readonly attributions: readonly string[]
  readonly regions: readonly { readonly name: string; readonly bounds: readonly [number, number, number, number] }[]
}

const LOOK_AGAIN_MS = 20_000

const nothing: TileBook = { version: '', traffic_version: '', maxzoom: 14, attributions: [], regions: [] }

/** The map. Nothing waits for it: without tiles, the page works on an empty background. */
export default function MapView() {
  const element = useRef<HTMLDivElement>(null)
  const [cannotDraw, setCannotDraw] = useState(false)

  useEffect(() => {
    const { current } = element
    if (current === null) return
    let stop = () => {}
    let isGone = false
    // The style needs the tile metadata. The map shows an empty background until the service replies.
    void fetchBook().then((book) => {
      if (isGone) return
      const map = createMap(current, book ?? nothing)
      if (map) stop = open(current, map, book ?? nothing)
      else setCannotDraw(true)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [])

  return (
    <>
      <div ref={element} class="map" />
      {cannotDraw && (
        <p class="no-map" role="note">
          This browser cannot draw the map because WebGL is off. Everything else works.
        </p>
      )}
      <Credits />
    </>
  )
}

/** Returns undefined where WebGL is not available: remote desktops and some companies turn it off. */
function createMap(container: HTMLElement, book: TileBook): MapLibre | undefined {
  const [west, south, east, north] = book.regions[0]?.bounds ?? [-180, -60, 180, 75]
  if (document.createElement('canvas').getContext('webgl2') === null) return undefined
  return new MapLibre({
    container,
    style: styleOf(book, isDark.peek()),
    bounds: [west, south, east, north],
    attributionControl: false,
    ...(prefersStillness() && { fadeDuration: 0 }),
    dragRotate: false,
    pitchWithRotate: false,
  })
}

function open(container: HTMLElement, map: MapLibre, first: TileBook): () => void {
  let book = first
  attributions.value = first.attributions
  map.touchZoomRotate.disableRotation()
  // Without a listener, the library logs every tile that fails to load to the console. The banner already reports it.
  map.on('error', ({ error }) => {
    if (!('status' in error || error instanceof TypeError)) reportError(error)
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left')
  map.getCanvas().setAttribute('aria-label', 'Map. Use the arrow keys to pan, plus and minus to zoom.')

  const restyle = () => map.setStyle(styleOf(book, isDark.peek()), { transformStyle: keepDrawn })
  const look = async () => {
    const found = await fetchBook()
    if (found === undefined || found.version === book.version) return
    book = found
    attributions.value = found.attributions
    restyle()
  }
  let timer: ReturnType<typeof setInterval> | undefined
  let unsubscribe = () => {}
  // Lets callers wait until the map is drawn: `idle` fires when nothing is left to fetch or draw.
  const room = container.parentElement
  map.on('dataloading', () => room?.setAttribute('data-drawn', 'false'))
  map.on('idle', () => room?.setAttribute('data-drawn', 'true'))
  map.once('load', () => {
    theMap.value = map
    timer = setInterval(() => void look(), LOOK_AGAIN_MS)
    let shown = isDark.peek()
    unsubscribe = isDark.subscribe((dark) => {
      if (dark !== shown) restyle()
      shown = dark
    })
  })
  return () => {
    clearInterval(timer)
    unsubscribe()
    theMap.value = undefined
    map.remove()
  }
}

function fetchBook(): Promise<TileBook | undefined> {
  return ask<TileBook>({ method: 'GET', path: '/tiles/map.json' }).catch(() => undefined)
}

/** Keeps the layers that pages have drawn or switched on when the style changes. */
function keepDrawn(before: StyleSpecification | undefined, after: StyleSpecification): StyleSpecification {
  return {
    ...after,
    sources: { ...after.sources, ...pick(before?.sources ?? {}) },
    layers: [
      ...after.layers.map((layer) => withVisibility(layer, before?.layers)),
      ...(before?.layers ?? []).filter((layer) => layer.id.startsWith(DRAWN)),
    ],
  }
}

function styleOf(book: TileBook, dark: boolean) {
  const at = (path: string, version: string) =>
    `${location.origin}${path}/{z}/{x}/{y}.mvt?v=${encodeURIComponent(version)}`
  // Traffic tiles may be cached for some seconds. The version makes a page reload fetch the current ones.
  const traffic = at('/tiles/traffic', book.traffic_version)
  return mapStyle(dark ? night : day, at('/tiles', book.version), traffic, book.maxzoom)
}

function pick<T>(sources: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(sources).filter(([id]) => id.startsWith(DRAWN)))
}

function withVisibility<T extends { id: string; layout?: object }>(
  layer: T,
  before: readonly { id: string; layout?: object }[] | undefined,
): T {
  const visibility = (before?.find(({ id }) => id === layer.id)?.layout as { visibility?: string } | undefined)
    ?.visibility
  return visibility === undefined ? layer : { ...layer, layout: { ...layer.layout, visibility } }
}
