import type { GetEventSettingsReply, SetEventSettingsRequest } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { createApiRequest } from '../../state/api-request.ts'
import { callApi } from '../../state/calls.ts'
import { notify } from '../../state/notices.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { RequestFailure } from '../../ui/failure.tsx'

const settingsRequest = createApiRequest<GetEventSettingsReply>()

type Switch = 'off_route' | 'arrived' | 'stale'
type Limit = 'late_min' | 'stopped_s' | 'battery_pct' | 'max_speed_kmh'

const switches: readonly (readonly [Switch, string])[] = [
  ['off_route', 'leaves its route'],
  ['arrived', 'arrives'],
  ['stale', 'goes silent'],
]
interface LimitField {
  readonly field: Limit
  readonly text: string
  /** Text between the label and the number. */
  readonly link: string
  readonly unit: string
  readonly initial: number
  /** Number of API units in one unit shown on the page. */
  readonly factor: number
}

const limits: readonly LimitField[] = [
  { field: 'late_min', text: 'will be late', link: 'by', unit: 'min', initial: 10, factor: 1 },
  { field: 'stopped_s', text: 'has not moved', link: 'for', unit: 'min', initial: 15, factor: 60 },
  { field: 'battery_pct', text: 'has a low battery', link: 'at or below', unit: '%', initial: 20, factor: 1 },
  { field: 'max_speed_kmh', text: 'exceeds a speed', link: 'of', unit: 'km/h', initial: 120, factor: 1 },
]

/** Lets the user configure the events that are reported for all assets. Geofences report further events. */
export function EventSettings() {
  useEffect(() => void settingsRequest.send({ method: 'GET', path: '/v1/events/settings' }), [])
  const { answer } = settingsRequest.state.value
  return (
    <details class="card">
      <summary>What to report</summary>
      <RequestFailure requestState={settingsRequest.state.value} />
      {answer !== undefined && <SettingsForm key={JSON.stringify(answer)} saved={answer} />}
    </details>
  )
}

function SettingsForm({ saved }: { readonly saved: GetEventSettingsReply }) {
  const action = useAction()
  const { warnings: _, ...fields } = saved
  const settings = useSignal<SetEventSettingsRequest>(fields)
  const change = (next: SetEventSettingsRequest) => {
    settings.value = { ...settings.value, ...next }
  }
  const save = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      await callApi({ method: 'PUT', path: '/v1/events/settings', body: settings.value })
      notify('Saved. The change takes effect with the next position.')
      await settingsRequest.send({ method: 'GET', path: '/v1/events/settings' })
    })
  }
  return (
    <form onSubmit={save}>
      <fieldset>
        <legend>Report any asset that</legend>
        {switches.map(([field, text]) => (
          <div class="check-line" key={field}>
            <label>
              <input
                type="checkbox"
                checked={settings.value[field] === true}
                onChange={({ currentTarget }) => change({ [field]: currentTarget.checked })}
              />
              {text}
            </label>
          </div>
        ))}
        {limits.map(({ field, text, link, unit, initial, factor }) => {
          const value = settings.value[field] ?? undefined
          return (
            <div class="check-line" key={field}>
              <label>
                <input
                  type="checkbox"
                  checked={value !== undefined}
                  onChange={({ currentTarget }) => change({ [field]: currentTarget.checked ? initial * factor : null })}
                />
                {text}
              </label>
              {value !== undefined && (
                <>
                  {link}
                  <input
                    type="number"
                    required
                    min="0"
                    step="any"
                    aria-label={`${text} ${link} (${unit})`}
                    value={value / factor}
                    onChange={({ currentTarget }) => change({ [field]: Number(currentTarget.value) * factor })}
                  />
                  {unit}
                </>
              )}
            </div>
          )
        })}
      </fieldset>
      <button type="submit" disabled={action.isRunning.value}>
        Save
      </button>
      <ActionFailure action={action} />
    </form>
  )
}
