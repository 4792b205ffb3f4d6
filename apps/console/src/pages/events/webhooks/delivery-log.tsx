import type { ListDelivery, ReplayWebhookReply } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callApi } from '../../../state/calls.ts'
import { notify } from '../../../state/notices.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { RequestFailure } from '../../../ui/failure.tsx'
import { formatClockTime } from '../../../ui/format.ts'
import { describeDelivery, isReplayable, stateLabels } from './delivery-text.ts'
import { deliveriesRequest, loadDeliveries } from './state.ts'

const REFRESH_MS = 3_000
const tagClasses: Readonly<Record<ListDelivery['state'], string>> = {
  sent: 'pill pill-good',
  pending: 'pill pill-warn',
  dead: 'pill pill-bad',
}

/** Lists the delivered, pending and failed messages to a webhook. */
export function DeliveryLog({ id }: { readonly id: string }) {
  const state = useSignal('')
  const action = useAction()
  useEffect(() => {
    void loadDeliveries(id, state.value)
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void loadDeliveries(id, state.peek())
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [id, state.value])
  const requestState = deliveriesRequest.state.value
  const isCurrent = requestState.call?.path === `/v1/webhooks/${id}/deliveries`
  const deliveries = isCurrent ? (requestState.answer?.deliveries ?? []) : []
  const replay = (body: object) =>
    void action.run(async () => {
      const path = `/v1/webhooks/${id}/replay`
      const { queued } = await callApi<ReplayWebhookReply>({ method: 'POST', path, body })
      notify(queued === 1 ? '1 message will be sent again.' : `${queued} messages will be sent again.`)
      await loadDeliveries(id, state.peek())
    })
  return (
    <div class="delivery-log">
      <div class="row">
        <div>
          <label for="delivery-state">Messages</label>
          <select
            id="delivery-state"
            value={state.value}
            onChange={({ currentTarget }) => {
              state.value = currentTarget.value
            }}
          >
            <option value="">All</option>
            {Object.entries(stateLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button type="button" class="second" disabled={action.isRunning.value} onClick={() => replay({})}>
          Resend all failed messages
        </button>
      </div>
      <RequestFailure requestState={requestState} />
      <ActionFailure action={action} />
      {isCurrent && requestState.answer !== undefined && deliveries.length === 0 && (
        <p class="hint">No messages yet. Test messages are not listed here.</p>
      )}
      <ul class="plain-list" aria-label="Messages">
        {deliveries.map((delivery) => (
          <li key={delivery.id} class="item-row">
            <span class="item-main">
              <span class={tagClasses[delivery.state]}>{stateLabels[delivery.state]}</span>{' '}
              {formatClockTime(delivery.queued_at)}
              <small>{describeDelivery(delivery)}</small>
            </span>
            {isReplayable(delivery) && (
              <button
                type="button"
                class="quiet"
                aria-label={`Send again: message from ${formatClockTime(delivery.queued_at)}`}
                onClick={() => replay({ deliveries: [delivery.id] })}
              >
                Send again
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
