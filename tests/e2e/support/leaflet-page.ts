import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)

const files: Readonly<Record<string, string>> = {
  '/leaflet.js': require.resolve('leaflet/dist/leaflet.js'),
  '/routing.js': require.resolve('leaflet-routing-machine/dist/leaflet-routing-machine.js'),
  '/geocoder.js': require.resolve('leaflet-control-geocoder'),
}

type GeocoderFormat = 'nominatim' | 'photon' | 'pelias'

interface NamedPlace {
  readonly name: string
  readonly at: readonly [number, number]
}

interface LeafletPage {
  close(): void
  /** Returns the distance of the new route, in meters. */
  moveDestination(latitude: number, longitude: number): Promise<number>
  geocode(format: GeocoderFormat, text: string): Promise<NamedPlace[]>
  reverse(format: GeocoderFormat, latitude: number, longitude: number): Promise<NamedPlace[]>
}

/** Opens a Leaflet map with its plugins on another site. Only the URLs of the service differ from the default setup. */
export async function openLeafletPage(page: Page, service: string): Promise<LeafletPage> {
  const html = createHtml(service)
  const site = createServer((request, reply) => {
    const file = files[request.url ?? '']
    reply.setHeader('content-type', file ? 'text/javascript' : 'text/html').end(file ? readFileSync(file) : html)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
  return {
    close: () => site.close(),
    moveDestination: (latitude, longitude) =>
      page.evaluate(`new Promise((resolve, reject) => {
        routing.once('routesfound', ({ routes }) => resolve(routes[0].summary.totalDistance))
        routing.once('routingerror', ({ error }) => reject(new Error(JSON.stringify(error))))
        routing.spliceWaypoints(2, 1, L.latLng(${latitude}, ${longitude}))
      })`),
    geocode: (format, text) =>
      page.evaluate(`geocoders.${format}.geocode(${JSON.stringify(text)}).then((found) => found.map(toPlace))`),
    reverse: (format, latitude, longitude) =>
      page.evaluate(
        `geocoders.${format}.reverse({ lat: ${latitude}, lng: ${longitude} }, 67108864).then((found) => found.map(toPlace))`,
      ),
  }
}

function createHtml(service: string): string {
  const formats = `${service}/v1/compat`
  const scripts = Object.keys(files).map((path) => `<script src="${path}"></script>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <div id="map" style="width: 600px; height: 400px"></div>
    ${scripts.join('\n')}
    <script>
      const map = L.map('map', { zoomAnimation: false, fadeAnimation: false }).setView([-34.9, -56.16], 14)
      routing = L.Routing.control({
        router: L.Routing.osrmv1({ serviceUrl: '${formats}/osrm/route/v1' }),
        waypoints: [L.latLng(-34.9066, -56.1671), L.latLng(-34.8941, -56.1527), L.latLng(-34.9094, -56.1653)],
        showAlternatives: true,
      }).addTo(map)
      toPlace = ({ name, center: { lat, lng } }) => ({ name, at: [lat, lng] })
      geocoders = {
        nominatim: L.Control.Geocoder.nominatim({ serviceUrl: '${formats}/nominatim/' }),
        photon: L.Control.Geocoder.photon({
          serviceUrl: '${formats}/photon/api/',
          reverseUrl: '${formats}/photon/reverse/',
        }),
        pelias: L.Control.Geocoder.pelias({ serviceUrl: '${formats}/pelias/v1' }),
      }
    </script>`
}
