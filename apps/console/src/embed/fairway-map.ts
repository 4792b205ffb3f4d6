import { Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import styleSheetUrl from 'maplibre-gl/dist/maplibre-gl.css?url'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { AttributeError, type LatLng, parsePosition, parseStyleName, parseZoom } from './attributes.ts'

/** URL of the service that served this script. The page that shows the map may have a different origin. */
export const service = new URL(/* @vite-ignore */ '/', import.meta.url)

setWorkerUrl(toLocalWorker(new URL(workerUrl, service)))

/**
 * Returns the URL of a worker with the same origin as the page, as browsers require. The worker may still import a
 * script from another origin.
 */
function toLocalWorker({ href, origin }: URL): string {
  if (origin === location.origin) return href
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(href)}`], { type: 'text/javascript' }))
}

export interface EmbedError {
  readonly detail: string
  /** HTTP status, or undefined if there was no reply. */
  readonly status?: number
  /** Value of the X-Error-Code header of the reply. */
  readonly code?: string
}

const DEFAULT_ZOOM = 13
const OWN_STYLE = `
:host{display:block;min-height:240px;position:relative}
#map{position:absolute;inset:0}
:host([map-style=dark]) .maplibregl-ctrl-group,:host([map-style=dark]) .maplibregl-ctrl-attrib{background:#161b20}
:host([map-style=dark]) .maplibregl-ctrl-attrib,:host([map-style=dark]) .maplibregl-ctrl-attrib a{color:#e7eaee}
:host([map-style=dark]) .maplibregl-ctrl-group button+button{border-color:#28303a}
:host([map-style=dark]) :is(.maplibregl-ctrl-icon,.maplibregl-ctrl-attrib-button){filter:invert(1)}
`

/**
 * Shows a map from the service: `<fairway-map map-style="light" center="43.738, 7.425" zoom="14">`. The element
 * dispatches `fairway-load`, `fairway-move`, `fairway-click` and `fairway-error`.
 */
export class FairwayMap extends HTMLElement {
  static observedAttributes = ['map-style', 'center', 'zoom', 'language']
  /** MapLibre map, for features that the attributes do not cover. Undefined while the element is not in a page. */
  map: MapLibre | undefined

  connectedCallback(): void {
    if (this.map) return
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const container = document.createElement('div')
    container.id = 'map'
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: new URL(styleSheetUrl, service).href,
    })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(OWN_STYLE)
    root.adoptedStyleSheets = [sheet]
    root.replaceChildren(link, container)
    this.attempt(() => this.startMap(container))
  }

  disconnectedCallback(): void {
    this.map?.remove()
    this.map = undefined
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    const { map } = this
    if (!map || before === after) return
    this.attempt(() => {
      if (name === 'map-style' || name === 'language') map.setStyle(this.styleUrl)
      if (name === 'center' && after !== null) map.jumpTo({ center: toLngLat(parsePosition('center', after)) })
      if (name === 'zoom' && after !== null) map.jumpTo({ zoom: parseZoom(after) })
    })
  }

  /** Runs each time a style has loaded, because a new style removes all drawn layers. */
  protected onStyle(): void {}

  protected dispatch(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`fairway-${type}`, { detail, bubbles: true, composed: true }))
  }

  protected fail(error: EmbedError): void {
    this.dispatch('error', error)
  }

  /** Runs `work` and reports invalid attributes. */
  protected attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof AttributeError)) throw error
      this.fail({ detail: error.message })
    }
  }

  private get styleUrl(): string {
    const url = new URL(`/styles/${parseStyleName(this.getAttribute('map-style') ?? 'light')}.json`, service)
    const language = this.getAttribute('language')
    if (language) url.searchParams.set('language', language)
    return url.href
  }

  private startMap(container: HTMLElement): void {
    if (document.createElement('canvas').getContext('webgl2') === null)
      return this.fail({ detail: 'this browser cannot draw the map because WebGL is disabled' })
    const center = this.getAttribute('center')
    const zoom = this.getAttribute('zoom')
    const map = new MapLibre({
      container,
      style: this.styleUrl,
      // Without a center, the map starts at the first region of the service.
      ...(center !== null && { center: toLngLat(parsePosition('center', center)), zoom: DEFAULT_ZOOM }),
      ...(zoom !== null && { zoom: parseZoom(zoom) }),
      attributionControl: { compact: true },
    })
    this.map = map
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    map.on('error', ({ error }) => this.fail({ detail: error.message }))
    map.on('style.load', () => this.onStyle())
    map.on('load', () => this.dispatch('load', { map }))
    map.on('moveend', () => {
      const { lat, lng } = map.getCenter()
      this.dispatch('move', { center: [lat, lng], zoom: map.getZoom() })
    })
    map.on('click', ({ lngLat: { lat, lng } }) => this.dispatch('click', { position: [lat, lng] }))
  }
}

export function toLngLat([latitude, longitude]: LatLng): [number, number] {
  return [longitude, latitude]
}
