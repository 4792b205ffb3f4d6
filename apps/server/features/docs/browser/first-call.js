import { highlight } from './highlight.js'
import { pretty } from './send.js'

/*
 * The first call must work on the maps of this service. If no map contains the example, the example
 * is moved to two roads near the center of the first map. The page shows the service's reply to
 * this call.
 */
const OFFSETS = [-0.1, 0.1]

/* Returns two points on roads near the center of the first map, or undefined if there is no map. */
export async function findExampleTrip() {
  const [
    {
      bounds: [west, south, east, north],
    } = { bounds: [] },
  ] = await listMaps()
  if (north === undefined) return undefined
  const [from, to] = await Promise.all(
    OFFSETS.map((share) =>
      findRoad([(south + north) / 2 + (north - south) * share, (west + east) / 2 + (east - west) * share]),
    ),
  )
  return from && to ? { from, to } : undefined
}

export async function listMaps() {
  return (await call('/tiles/map.json')).regions ?? []
}

async function runFirstCall() {
  const figure = document.querySelector('#first-call figure[data-calls]')
  const body = figure?.querySelector('code span')
  const example = body && parse(body.textContent.replaceAll("'\\''", "'"))
  if (!Array.isArray(example?.from) || !Array.isArray(example.to)) return
  if (!(await moveFirstCall(body, example))) return
  figure.dispatchEvent(new Event('input'))
  const sent = parse(body.textContent.replaceAll("'\\''", "'"))
  const reply = await call('/v1/route', sent)
  const shown = figure.parentElement.querySelector('figure.json code')
  if (!reply.id || !shown) return
  shown.textContent = pretty(JSON.stringify(reply))
  highlight(shown)
}

/* Moves the example if needed. Returns whether the call works on one of the maps. */
async function moveFirstCall(body, example) {
  const regions = await listMaps()
  const isInside = ([latitude, longitude]) =>
    regions.some(
      ({ bounds: [west, south, east, north] }) =>
        latitude >= south && latitude <= north && longitude >= west && longitude <= east,
    )
  if (regions.length === 0) return false
  if (isInside(example.from) && isInside(example.to)) return true
  const trip = await findExampleTrip()
  if (!trip) return false
  body.textContent = JSON.stringify(trip).replaceAll(',', ', ').replaceAll(':', ': ')
  return true
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function findRoad(point) {
  const reply = await call('/v1/nearest', { point })
  return reply.roads?.[0]?.at
}

async function call(path, body) {
  const options = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const reply = await fetch(document.body.dataset.base + path, options).catch(() => undefined)
  return reply?.ok ? reply.json() : {}
}

void runFirstCall()
