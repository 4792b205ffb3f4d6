import type { CreateWebhookReply, ListDeliveriesReply, ListEventsType, ListWebhooksReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { forgetOnKeyChange } from '../../../fleet/forget-on-key-change.ts'
import { createApiRequest } from '../../../state/api-request.ts'
import { type ApiCall, callApi } from '../../../state/calls.ts'

export const webhooksRequest = createApiRequest<ListWebhooksReply>()
/** Request for the deliveries of a webhook. Replies for another webhook or another state are discarded. */
export const deliveriesRequest = createApiRequest<ListDeliveriesReply>(
  (first, second) => first.path === second.path && first.query?.state === second.query?.state,
)
/** Id of the webhook whose log is open. */
export const openId = signal('')
/** Secret of a new webhook. The page shows the secret only once. */
export const newSecret = signal<{ readonly id: string; readonly secret: string } | undefined>(undefined)

forgetOnKeyChange(() => {
  webhooksRequest.clear()
  deliveriesRequest.clear()
  openId.value = ''
  newSecret.value = undefined
})

export function loadWebhooks(): Promise<void> {
  return webhooksRequest.send({ method: 'GET', path: '/v1/webhooks' })
}

export function loadDeliveries(id: string, state: string): Promise<void> {
  const query = { limit: 20, ...(state === '' ? {} : { state }) }
  return deliveriesRequest.send({ method: 'GET', path: `/v1/webhooks/${id}/deliveries`, query })
}

export function toCreateCall(url: string, events: readonly ListEventsType[]): ApiCall {
  return {
    method: 'POST',
    path: '/v1/webhooks',
    body: { url: url.trim(), ...(events.length === 0 ? {} : { events }) },
  }
}

export async function createWebhook(call: ApiCall): Promise<void> {
  const { id, secret } = await callApi<CreateWebhookReply>(call)
  newSecret.value = { id, secret }
  await loadWebhooks()
}

export async function removeWebhook(id: string): Promise<void> {
  await callApi({ method: 'DELETE', path: `/v1/webhooks/${id}` })
  if (newSecret.peek()?.id === id) newSecret.value = undefined
  await loadWebhooks()
}

export async function setWebhookEnabled(id: string, enabled: boolean): Promise<void> {
  await callApi({ method: 'PATCH', path: `/v1/webhooks/${id}`, body: { enabled } })
  await loadWebhooks()
}
