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
  ['stale', 'falls silent'],
]
/** The field, its text, its unit, the suggested value, and how much of the unit of the service is one of the page. */
const limits: readonly (readonly [Limit, string, string, number, number])[] = [
  ['late_min', 'will be late by', 'min', 10, 1],
  ['stopped_s', 'stands still for', 'min', 15, 60],
  ['battery_pct', 'has a charge of at most', '%', 20, 1],
  ['max_speed_kmh', 'is faster than', 'km/h', 120, 1],
]

/** What is reported about all assets, in addition to geofences. */
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
      notify('Saved. It applies from the next position on.')
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
        {limits.map(([field, text, unit, initial, factor]) => {
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
                  <input
                    type="number"
                    required
                    min="0"
                    step="any"
                    aria-label={`${text}, ${unit}`}
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
