import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a site on another origin with the page below. */
export async function startSite(service: string): Promise<{ readonly origin: string; close(): void }> {
  const html = toSitePage(service)
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Returns a page that shows a map and a route of the service, and records their events in `seen`. */
export function toSitePage(service: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <script>
      seen = []
      const pick = ({ status, code, detail, distance_km: distance }) =>
        distance === undefined ? { ...(status && { status, code }), ...(!status && { detail }) } : { distance }
      for (const type of ['fairway-route', 'fairway-error'])
        addEventListener(type, (event) => seen.push({ type, detail: pick(event.detail) }))
      for (const type of ['fairway-load', 'fairway-move', 'fairway-click'])
        addEventListener(type, ({ target, detail: { center, zoom, position } }) =>
          target.localName === 'fairway-map' && seen.push({ type, detail: { center, zoom, position } }))
    </script>
    <script type="module" src="${service}/embed.js"></script>
    <fairway-map style="height: 240px" map-style="blueprint" zoom="13" center="-34.9, -56.16"></fairway-map>
    <fairway-route origin="-34.9066, -56.1671" profile="foot" zoom="14" center="-34.9, -56.16"></fairway-route>`
}
