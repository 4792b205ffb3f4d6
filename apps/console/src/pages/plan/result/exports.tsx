import { toGeoJson, toGpx } from '@fairway/client'
import { CallError, callApiForText } from '../../../state/calls.ts'
import { notify } from '../../../state/notices.ts'
import { copyToClipboard } from '../../../ui/copy-call.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import type { DisplayRoute } from '../display-routes.ts'
import { routeRequest, selectedRoute } from '../draft-state.ts'
import { toPlanFileCall } from '../to-call.ts'
import { Icon } from './step-icon.tsx'

/** Lets the user export and share the selected route. */
export function Exports() {
  const route = selectedRoute.value
  const { call, answer } = routeRequest.state.value
  if (route === undefined || answer === undefined) return null
  const name = `fairway-${answer.mode}-${answer.id}`
  const savePlanFile = async () => {
    if (call === undefined) return
    try {
      saveFile(`${name}.plan`, 'application/json', await callApiForText(toPlanFileCall(call)))
    } catch (error) {
      notify(error instanceof CallError ? error.message : String(error), 'error')
    }
  }
  return (
    <div class="exports">
      <button type="button" class="second" onClick={() => copyToClipboard(location.href, 'The link')}>
        <Icon name="link" size={16} /> Copy link
      </button>
      <button type="button" class="second" onClick={() => saveGpx(route, name)}>
        GPX
      </button>
      <button type="button" class="second" onClick={() => saveGeoJson(route, name)}>
        GeoJSON
      </button>
      {route.mode === 'drone' && (
        <button type="button" class="second" onClick={() => void savePlanFile()}>
          .plan
        </button>
      )}
    </div>
  )
}

function saveGpx(route: DisplayRoute, name: string): void {
  saveFile(`${name}.gpx`, 'application/gpx+xml', toGpx(route.route, { name: route.title }))
}

function saveGeoJson(route: DisplayRoute, name: string): void {
  saveFile(`${name}.geojson`, 'application/geo+json', JSON.stringify(toGeoJson(route.route), null, 1))
}
