import type { ListWebhook, TestWebhookReply } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callApi } from '../../../state/calls.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { copyToClipboard } from '../../../ui/copy-call.tsx'
import { RequestFailure } from '../../../ui/failure.tsx'
import { formatClockTime } from '../../../ui/format.ts'
import { eventLabels } from '../event-text.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { loadWebhooks, newSecret, openId, removeWebhook, setWebhookEnabled, webhooksRequest } from './state.ts'

/** Lists the webhooks that receive events, each with its log. */
export function Webhooks() {
  useEffect(() => void loadWebhooks(), [])
  const requestState = webhooksRequest.state.value
  const webhooks = requestState.answer?.webhooks ?? []
  return (
    <section aria-label="Webhooks">
      <h2>Webhooks</h2>
      {requestState.answer !== undefined && webhooks.length === 0 && (
        <p class="hint">Send each event to your own server. Messages are signed, and failed deliveries are retried.</p>
      )}
      <RequestFailure requestState={requestState} />
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
      <NewWebhook />
    </section>
  )
}

function WebhookCard({ webhook }: { readonly webhook: ListWebhook }) {
  const { id, url, enabled, disabled_why, paused_until, events } = webhook
  const action = useAction()
  const outcome = useSignal<TestWebhookReply | undefined>(undefined)
  const isOpen = openId.value === id
  const test = () =>
    void action.run(async () => {
      outcome.value = undefined
      outcome.value = await callApi<TestWebhookReply>({ method: 'POST', path: `/v1/webhooks/${id}/test` })
    })
  return (
    <div class="card">
      <p>
        <strong class="secret">{url}</strong>{' '}
        <span class={enabled ? 'pill pill-good' : 'pill pill-bad'}>{enabled ? 'On' : 'Off'}</span>
        <small class="block">
          {events === null ? 'All events' : events.map((type) => eventLabels[type]).join(', ')}
        </small>
        {disabled_why !== undefined && <small class="block">Turned off: {disabled_why}</small>}
        {paused_until !== undefined && (
          <small class="block">
            Your server did not respond. Next attempt at {formatClockTime(paused_until)}; no events are lost.
          </small>
        )}
      </p>
      {newSecret.value?.id === id && <Secret secret={newSecret.value.secret} />}
      <div class="buttons">
        <button type="button" class="second" disabled={action.isRunning.value} onClick={test}>
          {action.isRunning.value ? 'Sending…' : 'Send a test'}
        </button>
        <button
          type="button"
          class="second"
          aria-expanded={isOpen}
          onClick={() => {
            openId.value = isOpen ? '' : id
          }}
        >
          Log
        </button>
        <button type="button" class="second" onClick={() => void action.run(() => setWebhookEnabled(id, !enabled))}>
          {enabled ? 'Turn off' : 'Turn on'}
        </button>
        <RemoveButton onRemove={() => void action.run(() => removeWebhook(id))} />
      </div>
      {outcome.value !== undefined && <TestOutcome outcome={outcome.value} />}
      <ActionFailure action={action} />
      {isOpen && <DeliveryLog id={id} />}
    </div>
  )
}

function Secret({ secret }: { readonly secret: string }) {
  return (
    <div class="test-outcome" role="status">
      <p>Your server verifies messages with this secret, which is shown only once.</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <button type="button" class="second" onClick={() => void copyToClipboard(secret, 'The secret')}>
        Copy the secret
      </button>
    </div>
  )
}

/** Deletes the webhook on the second press. A dialog is not needed because a webhook is easy to add again. */
function RemoveButton({ onRemove }: { readonly onRemove: () => void }) {
  const isAsking = useSignal(false)
  return (
    <button
      type="button"
      class={isAsking.value ? 'danger' : 'second'}
      onBlur={() => {
        isAsking.value = false
      }}
      onClick={() => {
        if (isAsking.value) onRemove()
        isAsking.value = !isAsking.value
      }}
    >
      {isAsking.value ? 'Delete webhook and log' : 'Delete'}
    </button>
  )
}

function TestOutcome({ outcome: { delivered, status, error, duration_ms } }: { readonly outcome: TestWebhookReply }) {
  return (
    <p class={delivered ? 'test-outcome good' : 'test-outcome bad'} role="status">
      {delivered
        ? `✓ Your server replied ${status === undefined ? 'successfully' : `with ${status}`} after ${Math.round(duration_ms)} ms.`
        : `Not delivered: ${error ?? `your server replied with ${status}`}`}
    </p>
  )
}
