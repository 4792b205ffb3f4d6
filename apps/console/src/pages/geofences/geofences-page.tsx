import type { CreateGeofenceReply } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { FleetPage } from '../../fleet/fleet-page.tsx'
import { toLink } from '../../state/page-location.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { showMapOnPhone } from '../../ui/sheet.tsx'
import '../../style/map-tools.css'
import { describeRules, describeShape } from './describe.ts'
import { GeofenceForm } from './geofence-form.tsx'
import { GeofenceMap } from './geofence-map.tsx'
import {
  draft,
  editGeofence,
  geofencesRequest,
  loadGeofences,
  removeGeofence,
  type ShapeKind,
  selectedId,
  showGeofence,
  startDraft,
} from './state.ts'

/** Lets the user edit geofences, which report assets that enter, leave, stay or drive too fast. */
export default function GeofencesPage() {
  return (
    <FleetPage title="Geofences" purpose="Get an event when an asset enters, leaves or stays in an area.">
      <Geofences />
    </FleetPage>
  )
}

const noGeofences: readonly CreateGeofenceReply[] = []
const choices: readonly (readonly [ShapeKind, string])[] = [
  ['circle', 'Draw a circle'],
  ['polygon', 'Draw an area'],
  ['corridor', 'Along planned routes'],
]

function Geofences() {
  useEffect(loadGeofences, [])
  const requestState = geofencesRequest.state.value
  const geofences = requestState.answer ?? noGeofences
  const start = (kind: ShapeKind) => {
    startDraft(kind)
    showMapOnPhone()
  }
  return (
    <>
      {draft.value === undefined ? (
        <div class="buttons">
          {choices.map(([kind, label]) => (
            <button key={kind} type="button" class="second" onClick={() => start(kind)}>
              {label}
            </button>
          ))}
        </div>
      ) : (
        <GeofenceForm current={draft.value} />
      )}
      <RequestFailure requestState={requestState} />
      {requestState.answer !== undefined && geofences.length === 0 && draft.value === undefined && (
        <p class="hint">No geofences yet. Draw one around your depot or a customer’s location.</p>
      )}
      <ul class="plain-list" aria-label="Geofences">
        {geofences.map((geofence) => (
          <GeofenceRow key={geofence.id} geofence={geofence} />
        ))}
      </ul>
      <p class="hint">
        Geofence events are listed under <a href={toLink('events')}>Events</a>.
      </p>
      <GeofenceMap geofences={geofences} />
    </>
  )
}

function GeofenceRow({ geofence }: { readonly geofence: CreateGeofenceReply }) {
  const { id, name, rules } = geofence
  const action = useAction()
  const isRemoving = useSignal(false)
  const isSelected = selectedId.value === id
  return (
    <li>
      <div class={isSelected ? 'item-row chosen' : 'item-row'}>
        <button type="button" class="item-main" aria-pressed={isSelected} onClick={() => showGeofence(geofence)}>
          {name}
          <small>{describeShape(geofence)}</small>
          <small>{describeRules(rules)}</small>
        </button>
        <button type="button" class="quiet" aria-label={`Edit ${name}`} onClick={() => editGeofence(geofence)}>
          Edit
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`Delete ${name}`}
          onClick={() => {
            isRemoving.value = true
          }}
        >
          Delete
        </button>
      </div>
      {isRemoving.value && (
        <div class="card" role="alertdialog" aria-label={`Delete ${name}`}>
          <p>Delete {name}? Its past events are kept.</p>
          <div class="buttons">
            <button
              type="button"
              class="danger"
              disabled={action.isRunning.value}
              onClick={() => void action.run(() => removeGeofence(id))}
            >
              Delete geofence
            </button>
            <button
              type="button"
              class="second"
              onClick={() => {
                isRemoving.value = false
              }}
            >
              Keep
            </button>
          </div>
        </div>
      )}
      <ActionFailure action={action} />
    </li>
  )
}
