import type * as Api from './api-types.ts'
import type { Caller, CallOptions } from './call/caller.ts'
import { iteratePages } from './pages.ts'

/** URLs that receive the events of assets. */
export interface Webhooks {
  /** Creates a webhook. The secret in the reply is shown only once. */
  create(body: Api.CreateWebhookRequest, options?: CallOptions): Promise<Api.CreateWebhookReply>
  list(options?: CallOptions): Promise<Api.ListWebhooksReply>
  get(id: string, options?: CallOptions): Promise<Api.GetWebhookReply>
  /** Changes the given fields. */
  update(id: string, body: Api.UpdateWebhookRequest, options?: CallOptions): Promise<Api.UpdateWebhookReply>
  /** Removes the webhook, its queue, and its log. */
  remove(id: string, options?: CallOptions): Promise<Api.RemoveWebhookReply>
  /** Sends a test message and returns the receiver's response. */
  test(id: string, options?: CallOptions): Promise<Api.TestWebhookReply>
  /** Iterates over the deliveries, newest first, and fetches pages on demand. */
  deliveries(
    id: string,
    query?: Api.ListDeliveriesQuery,
    options?: CallOptions,
  ): AsyncGenerator<Api.ListDeliveriesReply['deliveries'][number], void, void>
  /** Sends messages again. You can select all dead messages, specific messages, or the messages of a period. */
  replay(id: string, body?: Api.ReplayWebhookRequest, options?: CallOptions): Promise<Api.ReplayWebhookReply>
}

export function createWebhooks(caller: Caller): Webhooks {
  return {
    create: (body, options) => caller.call('createWebhook', { body }, options),
    list: (options) => caller.call('listWebhooks', {}, options),
    get: (id, options) => caller.call('getWebhook', { id }, options),
    update: (id, body, options) => caller.call('updateWebhook', { id, body }, options),
    remove: (id, options) => caller.call('removeWebhook', { id }, options),
    test: (id, options) => caller.call('testWebhook', { id }, options),
    deliveries: (id, query, options) =>
      iteratePages(
        (cursor): Promise<Api.ListDeliveriesReply> => {
          const page = { ...query, ...(cursor === undefined ? {} : { after: cursor }) }
          return caller.call('listDeliveries', { id, query: page }, options)
        },
        ({ deliveries }) => deliveries,
      ),
    replay: (id, body = {}, options) => caller.call('replayWebhook', { id, body }, options),
  }
}
