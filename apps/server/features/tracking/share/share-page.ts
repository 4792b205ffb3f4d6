import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const script = `
const token = location.pathname.split('/').pop()
const element = (id) => document.getElementById(id)
const texts = {
  pending: 'Your delivery is on its way. There are other stops before yours.',
  next: 'Yours is the next stop.',
  arrived: 'The vehicle has arrived.',
  done: 'Delivered.',
  canceled: 'This delivery was canceled.',
}
const formatTime = (iso) => new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
function meters([latA, lonA], [latB, lonB]) {
  const east = (lonB - lonA) * Math.cos((latA * Math.PI) / 180)
  return 111195 * Math.hypot(latB - latA, east)
}
function drawMap(position, destination) {
  element('map').hidden = !position
  if (!position) return
  const scale = 80 / Math.max(200, meters(destination, position.at))
  const cosine = Math.cos((destination[0] * Math.PI) / 180)
  const east = (position.at[1] - destination[1]) * cosine * 111195 * scale
  const north = (position.at[0] - destination[0]) * 111195 * scale
  element('van').setAttribute('cx', String(100 + east))
  element('van').setAttribute('cy', String(100 - north))
  const distance = meters(destination, position.at)
  element('distance').textContent = distance < 950 ? Math.round(distance / 10) * 10 + ' m away' : (distance / 1000).toFixed(1) + ' km away'
}
function show({ status, eta_min, arrive_at, position, destination }) {
  element('status').textContent = texts[status]
  const isOpen = status === 'pending' || status === 'next'
  element('eta').textContent = isOpen && arrive_at ? formatTime(arrive_at) : ''
  element('minutes').textContent = isOpen && eta_min !== null ? 'in about ' + Math.max(1, Math.round(eta_min)) + ' min' : ''
  drawMap(position, destination)
  return status === 'done' || status === 'canceled'
}
async function refresh() {
  let pauseMs = 10000
  try {
    const reply = await fetch('/v1/share/' + encodeURIComponent(token))
    const body = await reply.json()
    if (reply.ok) {
      if (show(body)) return
    } else if (!body.busy) {
      element('status').textContent = body.detail
      for (const id of ['eta', 'minutes']) element(id).textContent = ''
      element('map').hidden = true
      return
    }
  } catch {
    pauseMs = 30000
  }
  setTimeout(refresh, pauseMs)
}
refresh()
`

const style = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center }
main { padding: 2rem; max-width: 24rem }
#eta { font-size: 4rem; font-weight: 600; margin: 0.5rem 0 0 }
svg { width: 12rem; height: 12rem }
`

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Your delivery</title>
<style>${style}</style>
<main>
<p id="status" role="status">Loading…</p>
<p id="eta"></p>
<p id="minutes"></p>
<div id="map" hidden>
<svg viewBox="0 0 200 200" role="img" aria-label="Position of the vehicle relative to you, north up">
<circle cx="100" cy="100" r="90" fill="none" stroke="currentColor" opacity="0.3"/>
<circle cx="100" cy="100" r="5" fill="#c0392b"/>
<circle id="van" cx="100" cy="20" r="7" fill="#2471a3"/>
<text x="100" y="8" text-anchor="middle" font-size="9" fill="currentColor">N</text>
</svg>
<p id="distance"></p>
</div>
</main>
<script>${script}</script>
</html>
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the page of a share link. The page is the same for every token, so it does not reveal whether a token is
 * valid.
 */
export function sharePageRoutes(app: FastifyInstance): void {
  app.get('/share/:token', (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentSecurityPolicy)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
