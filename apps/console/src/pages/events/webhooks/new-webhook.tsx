import type { ListEventsType } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { CopyCall } from '../../../ui/copy-call.tsx'
import { eventLabels, eventTypes } from '../event-text.ts'
import { createWebhook, toCreateCall } from './state.ts'

export function NewWebhook() {
  const action = useAction()
  const url = useSignal('')
  const events = useSignal<readonly ListEventsType[]>([])
  const call = toCreateCall(url.value, events.value)
  const create = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      await createWebhook(call)
      url.value = ''
    })
  }
  return (
    <details class="card">
      <summary>Add a webhook</summary>
      <form onSubmit={create}>
        <label for="webhook-url">URL of your server</label>
        <input
          id="webhook-url"
          type="url"
          required
          placeholder="https://example.com/fairway"
          value={url.value}
          onInput={({ currentTarget }) => {
            url.value = currentTarget.value
          }}
        />
        <details>
          <summary>
            {events.value.length === 0
              ? 'All events'
              : `${events.value.length} event ${events.value.length === 1 ? 'type' : 'types'}`}
          </summary>
          <fieldset>
            <legend>Send only</legend>
            {eventTypes.map((type) => (
              <div class="check-line" key={type}>
                <label>
                  <input
                    type="checkbox"
                    checked={events.value.includes(type)}
                    onChange={({ currentTarget }) => {
                      const otherEvents = events.value.filter((other) => other !== type)
                      events.value = currentTarget.checked ? [...otherEvents, type] : otherEvents
                    }}
                  />
                  {eventLabels[type]}
                </label>
              </div>
            ))}
          </fieldset>
        </details>
        <div class="buttons">
          <button type="submit" disabled={action.isRunning.value || url.value.trim() === ''}>
            Add webhook
          </button>
        </div>
        <ActionFailure action={action} />
      </form>
      <CopyCall call={call} />
    </details>
  )
}
