import { addButton } from './copy.js'
import { listMaps } from './first-call.js'
import { showOnMap } from './reply-map.js'
import { send } from './send.js'
import { make, showReply } from './try-it.js'

const POSITION = /lat=(-?[\d.]+)&lon=(-?[\d.]+)|(-?\d+\.\d+), ?(-?\d+\.\d+)/g

/*
 * Lets readers send the requests of a guide. Requests that need a variable, and requests whose
 * positions are not on the maps of this service, have no button.
 */
async function addSendButtons() {
  const requests = [...document.querySelectorAll('.guide figure[data-calls]')]
    .map((figure) => ({ figure, calls: JSON.parse(figure.dataset.calls) }))
    .filter(({ figure, calls }) => calls.length === 1 && !/\{\{|"file"|"isStream"/.test(figure.dataset.calls))
    .filter(({ calls: [{ target }] }) => !/^(\/v1)?\/account/.test(target))
  if (requests.length === 0) return
  const maps = await listMaps()
  for (const { figure, calls } of requests) if (isOnMap(calls[0], maps)) addSend(figure, calls[0])
}

/* Returns whether one map contains all positions of a call. */
function isOnMap({ target, body }, maps) {
  const positions = [...`${target} ${body}`.matchAll(POSITION)].map((match) =>
    match.slice(1).filter(Boolean).map(Number),
  )
  return maps.some(({ bounds: [west, south, east, north] }) =>
    positions.every(
      ([latitude, longitude]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
    ),
  )
}

function addSend(figure, { method, target, headers, body }) {
  const output = make('div', { className: 'guide-reply' })
  const button = addButton(figure, 'Send', async () => {
    const status = make('p', { className: 'sent', role: 'status' }, 'Sending…')
    output.replaceChildren(status)
    figure.after(output)
    button.disabled = true
    const url = document.body.dataset.base + target
    const reply = await send(method, url, Object.fromEntries(headers), body || undefined)
    button.disabled = false
    status.replaceChildren(make('b', { className: reply.ok ? 'ok' : 'bad' }, reply.status), reply.took)
    const shown = make('div', {}, ...showReply(reply))
    output.append(shown)
    if (reply.ok) void showOnMap(shown, reply.json)
  })
  button.className = 'main'
}

void addSendButtons()
