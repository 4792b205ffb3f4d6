import { toGeoJson, toGpx } from '@fairway/client'
import { askText, CallFailed } from '../../../state/calls.ts'
import { notify } from '../../../state/notices.ts'
import { copy } from '../../../ui/copy-call.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { asking, chosen } from '../plan-state.ts'
import { asPlanFile } from '../to-call.ts'
import type { Way } from '../ways.ts'
import { Icon } from './step-icon.tsx'

/** Exports the selected route to other programs and shares it. */
export function Exports() {
  const way = chosen.value
  const { call, answer } = asking.state.value
  if (way === undefined || answer === undefined) return null
  const name = `fairway-${answer.mode}-${answer.id}`
  const savePlan = async () => {
    if (call === undefined) return
    try {
      saveFile(`${name}.plan`, 'application/json', await askText(asPlanFile(call)))
    } catch (error) {
      notify(error instanceof CallFailed ? error.message : String(error), 'error')
    }
  }
  return (
    <div class="exports">
      <button type="button" class="second" onClick={() => copy(location.href, 'The link')}>
        <Icon name="link" size={16} /> Copy link
      </button>
      <button type="button" class="second" onClick={() => saveGpx(way, name)}>
        GPX
      </button>
      <button type="button" class="second" onClick={() => saveGeoJson(way, name)}>
        GeoJSON
      </button>
      {way.mode === 'drone' && (
        <button type="button" class="second" onClick={() => void savePlan()}>
          .plan
        </button>
      )}
    </div>
  )
}

function saveGpx(way: Way, name: string): void {
  saveFile(`${name}.gpx`, 'application/gpx+xml', toGpx(way.route, { name: way.title }))
}

function saveGeoJson(way: Way, name: string): void {
  saveFile(`${name}.geojson`, 'application/geo+json', JSON.stringify(toGeoJson(way.route), null, 1))
}
