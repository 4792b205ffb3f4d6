import { findExampleTrip } from '../first-call.js'
import { showOnMap } from '../reply-map.js'
import { send } from '../send.js'
import { addAction, addElement } from './drawing.js'
import { drawContraction, drawCustomization, drawNetwork, drawOrder } from './figures.js'
import { drawIsochrone, drawSearch, drawTraffic, drawUnpacking } from './route-figures.js'

const drawings = {
  network: drawNetwork,
  order: drawOrder,
  contraction: drawContraction,
  customization: drawCustomization,
  search: drawSearch,
  unpacking: drawUnpacking,
  traffic: drawTraffic,
  isochrone: drawIsochrone,
}

const MINUTES = 3

/* Requests of the steps. Each function returns its replies, the figures to show and what to draw. */
const requests = {
  async network() {
    const reply = await sendJson('GET', '/tiles/map.json')
    return { replies: [reply], figures: (reply.json?.regions ?? []).map(({ name }) => ['Map', name]) }
  },
  async customization(trip) {
    const car = await sendJson('POST', '/v1/route', { ...trip, alternatives: 0 })
    const vehicle = { preset: '3.5t' }
    const truck = await sendJson('POST', '/v1/route', { ...trip, alternatives: 0, profile: 'truck', vehicle })
    return { replies: [car, truck], figures: [...listTravel('Car', car), ...listTravel('Truck', truck)], shown: truck }
  },
  async search(trip) {
    const reply = await sendJson('POST', '/v1/route', { ...trip, alternatives: 0 })
    return { replies: [reply], figures: listTravel('Route', reply), shown: reply }
  },
  async unpacking(trip) {
    const reply = await sendJson('POST', '/v1/route', { ...trip, alternatives: 0 })
    const { geometry = [], steps = [] } = reply.json ?? {}
    return {
      replies: [reply],
      figures: [
        ['Points of the line', geometry.length],
        ['Instructions', steps.length],
      ],
      shown: reply,
    }
  },
  async traffic(trip) {
    const reply = await sendJson('POST', '/v1/route', { ...trip, alternatives: 0 })
    const { eta_min: eta, free_flow_min: free } = reply.json ?? {}
    return {
      replies: [reply],
      figures: [
        ['With traffic', format(eta, 'min')],
        ['Without traffic', format(free, 'min')],
      ],
    }
  },
  async isochrone({ from }) {
    const reply = await sendJson('POST', '/v1/isochrone', { from, minutes: [MINUTES] })
    const { area_km2: area, reached_km: roads } = reply.json?.contours?.[0]?.properties ?? {}
    return {
      replies: [reply],
      figures: [
        ['Area', format(area, 'km²')],
        ['Roads within reach', format(roads, 'km')],
      ],
      shown: reply,
    }
  },
}

function listTravel(name, { json }) {
  return json?.eta_min === undefined
    ? []
    : [[name, `${format(json.distance_km, 'km')}, ${format(json.eta_min, 'min')}`]]
}

function format(value, unit) {
  return `${value === undefined ? '–' : value.toFixed(value < 10 ? 2 : 1)} ${unit}`
}

function sendJson(method, path, body) {
  const headers = body ? { 'content-type': 'application/json' } : {}
  return send(method, document.body.dataset.base + path, headers, body && JSON.stringify(body))
}

function addRequest(host) {
  const output = document.createElement('div')
  const button = addAction(host, 'Send the request', async () => {
    button.disabled = true
    output.replaceChildren()
    const status = addElement(output, 'p', { className: 'sent', role: 'status', textContent: 'Sending…' })
    const trip = await findExampleTrip()
    if (trip === undefined) status.textContent = 'This server has no road map.'
    else showReplies(output, status, await requests[host.dataset.request](trip))
    button.disabled = false
  })
  host.append(output)
}

function showReplies(output, status, { replies, figures, shown }) {
  status.replaceChildren(...replies.flatMap(({ ok, status: text, took }) => listStatus(ok, text, took)))
  const failed = replies.find(({ ok }) => !ok)
  if (failed) {
    addElement(output, 'pre', { textContent: failed.text, tabIndex: 0 })
    return
  }
  const list = addElement(output, 'dl', {})
  for (const [name, value] of figures) {
    addElement(list, 'dt', { textContent: name })
    addElement(list, 'dd', { textContent: value })
  }
  if (shown) void showOnMap(addElement(output, 'div', {}), shown.json)
}

function listStatus(ok, text, took) {
  const name = Object.assign(document.createElement('b'), { className: ok ? 'ok' : 'bad', textContent: text })
  return [name, ` after ${took} `]
}

for (const host of document.querySelectorAll('.drawing')) drawings[host.dataset.step](host)
for (const host of document.querySelectorAll('.live')) addRequest(host)
