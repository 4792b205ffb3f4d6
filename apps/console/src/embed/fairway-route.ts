import { type GeoJSONSource, LngLatBounds, Marker } from 'maplibre-gl'
import { type LatLng, parsePosition, parsePositions } from './attributes.ts'
import { FairwayMap, service, toLngLat } from './fairway-map.ts'

interface RouteReply {
  readonly distance_km: number
  readonly eta_min: number
  readonly geometry: { readonly type: 'LineString'; readonly coordinates: [number, number][] }
}

const ROUTE_SOURCE = 'fairway-route'
const routeAttributes = ['origin', 'destination', 'via', 'profile', 'key']
const VIEW_PADDING = 40

/**
 * Shows a route on a map: `<fairway-route origin="43.738, 7.424" destination="43.731, 7.42" profile="foot"
 * key="fw_live_…">`. In addition to the events of `<fairway-map>`, the element dispatches `fairway-route` with the
 * reply of `POST /v1/route`.
 */
export class FairwayRoute extends FairwayMap {
  static override observedAttributes = [...FairwayMap.observedAttributes, ...routeAttributes]
  /** Last reply of `POST /v1/route`. */
  route: RouteReply | undefined
  private markers: Marker[] = []
  private pendingRequest: AbortController | undefined

  override disconnectedCallback(): void {
    this.pendingRequest?.abort()
    this.markers = []
    super.disconnectedCallback()
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    super.attributeChangedCallback(name, before, after)
    if (this.map && before !== after && routeAttributes.includes(name)) this.attempt(() => this.request())
  }

  protected override onStyle(): void {
    if (this.route) this.draw(this.route)
    else this.attempt(() => this.request())
  }

  /**
   * Requests the route for the current attributes. Calls in the same turn of the event loop lead to one request, so
   * that a page can change several attributes at once. A newer request replaces the previous request.
   */
  private request(): void {
    const [origin, destination] = [this.getAttribute('origin'), this.getAttribute('destination')]
    this.pendingRequest?.abort()
    if (origin === null || destination === null) return
    const [from, to] = [parsePosition('origin', origin), parsePosition('destination', destination)]
    const via = parsePositions('via', this.getAttribute('via') ?? '')
    const profile = this.getAttribute('profile')
    const body = {
      ...{ from, to, geometry: 'geojson', alternatives: 0 },
      ...(via.length > 0 && { via }),
      ...(profile && { profile }),
    }
    const pendingRequest = new AbortController()
    this.pendingRequest = pendingRequest
    queueMicrotask(() => {
      if (!pendingRequest.signal.aborted) void this.fetchRoute(body, [from, ...via, to], pendingRequest.signal)
    })
  }

  private async fetchRoute(body: object, stops: readonly LatLng[], signal: AbortSignal): Promise<void> {
    const key = this.getAttribute('key')
    const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) }
    try {
      const response = await fetch(new URL('/v1/route', service), {
        ...{ method: 'POST', headers, body: JSON.stringify(body), signal },
      })
      const reply: unknown = await response.json()
      if (signal.aborted) return
      if (!response.ok) return this.failWith(response, reply as { detail?: string })
      this.route = reply as RouteReply
      this.showStops(stops)
      this.draw(this.route)
      this.fit(this.route)
      this.dispatch('route', this.route)
    } catch (error) {
      if (!signal.aborted) this.fail({ detail: (error as Error).message })
    }
  }

  private failWith({ status, headers }: Response, { detail = 'the reply has no detail' }: { detail?: string }): void {
    const code = headers.get('x-error-code')
    this.fail({ detail, status, ...(code !== null && { code }) })
  }

  private showStops(stops: readonly LatLng[]): void {
    const { map } = this
    for (const marker of this.markers) marker.remove()
    if (!map) return
    this.markers = stops.map((stop, index) => {
      const color = index === 0 ? '#1a7f4b' : index === stops.length - 1 ? '#c8352b' : '#5d6b7a'
      return new Marker({ color }).setLngLat(toLngLat(stop)).addTo(map)
    })
  }

  /** Draws the route below the labels, so that street names stay readable. */
  private draw({ geometry }: RouteReply): void {
    const { map } = this
    if (!map) return
    const data = { type: 'Feature' as const, properties: {}, geometry }
    const source = map.getSource<GeoJSONSource>(ROUTE_SOURCE)
    if (source) return void source.setData(data)
    map.addSource(ROUTE_SOURCE, { type: 'geojson', data })
    const firstLabel = map.getStyle().layers.find(({ type }) => type === 'symbol')?.id
    const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
    for (const [id, color, width] of [
      ['casing', '#123f7a', 9],
      ['line', '#2f7de1', 6],
    ] as const)
      map.addLayer(
        {
          ...{ id: `${ROUTE_SOURCE}-${id}`, type: 'line', source: ROUTE_SOURCE, layout },
          paint: { 'line-color': color, 'line-width': width },
        },
        firstLabel,
      )
  }

  private fit({ geometry: { coordinates } }: RouteReply): void {
    const bounds = new LngLatBounds()
    for (const position of coordinates) bounds.extend(position)
    this.map?.fitBounds(bounds, { padding: VIEW_PADDING, maxZoom: 17, animate: false })
  }
}
