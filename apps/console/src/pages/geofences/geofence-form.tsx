import { useEffect, useRef } from 'preact/hooks'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { MIN_CORNERS, MIN_RADIUS_M } from './shapes.ts'
import { changeDraft, type Draft, draft, placeAtMapCenter, saveDraft, toSaveCall } from './state.ts'

const instructions: Readonly<Record<Draft['kind'], string>> = {
  circle: 'Choose the center on the map.',
  polygon: 'Choose at least three corners on the map.',
  corridor: 'Applies to every asset, along its current route.',
}

/** Renders the form for the name, size and rules of a geofence. */
export function GeofenceForm({ current }: { readonly current: Draft }) {
  const action = useAction()
  const form = useRef<HTMLFormElement>(null)
  // The form takes the focus because the button that opened it no longer exists. Focusing the name field would open the
  // on-screen keyboard over the map.
  useEffect(() => form.current?.focus({ preventScroll: true }), [current.id])
  const call = toSaveCall(current)
  const { kind, corners, center } = current
  const save = (event: Event) => {
    event.preventDefault()
    if (call !== undefined) void action.run(() => saveDraft(call))
  }
  return (
    <form
      ref={form}
      class="card"
      tabIndex={-1}
      aria-label={current.id === '' ? 'New geofence' : 'Edit geofence'}
      onSubmit={save}
    >
      <p role="status">
        {kind === 'polygon' && corners.length > 0
          ? `${corners.length} ${corners.length === 1 ? 'corner' : 'corners'}. Drag them to change the area.`
          : kind === 'circle' && center !== undefined
            ? 'Drag the center or the edge to change the circle.'
            : instructions[kind]}
      </p>
      <div class="buttons">
        {(kind === 'polygon' || center === undefined) && kind !== 'corridor' && (
          <button type="button" class="second" onClick={placeAtMapCenter}>
            {kind === 'polygon' ? 'Corner at the map center' : 'Use the map center'}
          </button>
        )}
        {kind === 'polygon' && corners.length > 0 && (
          <button type="button" class="second" onClick={() => changeDraft({ corners: corners.slice(0, -1) })}>
            Remove last corner
          </button>
        )}
      </div>
      <label for="geofence-name">Name</label>
      <input
        id="geofence-name"
        required
        maxLength={100}
        placeholder="Depot"
        value={current.name}
        onInput={({ currentTarget }) => changeDraft({ name: currentTarget.value })}
      />
      {kind !== 'polygon' && (
        <>
          <label for="geofence-radius">{kind === 'circle' ? 'Radius (m)' : 'Distance from the route (m)'}</label>
          <input
            id="geofence-radius"
            type="number"
            required
            min={MIN_RADIUS_M}
            max={1_000_000}
            step="any"
            value={current.radius}
            onInput={({ currentTarget }) => changeDraft({ radius: currentTarget.value })}
          />
        </>
      )}
      <Rules current={current} />
      <div class="buttons">
        <button type="submit" disabled={call === undefined || current.name.trim() === '' || action.isRunning.value}>
          Save
        </button>
        <button
          type="button"
          class="second"
          onClick={() => {
            draft.value = undefined
          }}
        >
          Cancel
        </button>
      </div>
      {call === undefined && kind === 'polygon' && corners.length > 0 && (
        <p class="hint">Corners still needed: {MIN_CORNERS - corners.length}.</p>
      )}
      <ActionFailure action={action} />
      <CopyCall call={call} />
    </form>
  )
}

function Rules({ current }: { readonly current: Draft }) {
  return (
    <fieldset>
      <legend>Report an asset that</legend>
      <div class="check-line">
        <label>
          <input
            type="checkbox"
            checked={current.enter}
            onChange={({ currentTarget }) => changeDraft({ enter: currentTarget.checked })}
          />
          enters
        </label>
      </div>
      <div class="check-line">
        <label>
          <input
            type="checkbox"
            checked={current.exit}
            onChange={({ currentTarget }) => changeDraft({ exit: currentTarget.checked })}
          />
          leaves
        </label>
      </div>
      <NumberRule field="dwell" initial="10" text="stays" link="longer than" unit="min" current={current} />
      <NumberRule field="speed" initial="30" text="exceeds a speed" link="of" unit="km/h" current={current} />
    </fieldset>
  )
}

interface NumberRuleProps {
  readonly field: 'dwell' | 'speed'
  readonly initial: string
  readonly text: string
  /** Text between the label and the number. */
  readonly link: string
  readonly unit: string
  readonly current: Draft
}

function NumberRule({ field, initial, text, link, unit, current }: NumberRuleProps) {
  const value = current[field]
  return (
    <div class="check-line">
      <label>
        <input
          type="checkbox"
          checked={value !== ''}
          onChange={({ currentTarget }) => changeDraft({ [field]: currentTarget.checked ? initial : '' })}
        />
        {text}
      </label>
      {value !== '' && (
        <>
          {link}
          <input
            type="number"
            min="0.1"
            step="any"
            required
            aria-label={`${text} ${link} (${unit})`}
            value={value}
            onInput={({ currentTarget }) => changeDraft({ [field]: currentTarget.value || initial })}
          />
          {unit}
        </>
      )}
    </div>
  )
}
