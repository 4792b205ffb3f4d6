import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { trackingProblems } from '../api/failures.ts'
import { parseInstant } from '../api/instants.ts'
import { parseNumberCursor, toNumberPage } from '../api/number-cursor.ts'
import { toEventReply } from './event.ts'
import type { EventStore } from './event-store.ts'
import { EventsQuery, EventsReply, MAX_LISTED_EVENTS } from './schemas.ts'
import { EventSettings, EventSettingsReply, toSettingsReply } from './settings.ts'
import type { EventSettingsStore } from './settings-store.ts'

const documentation = { tags: ['Geofences and events'], security: [{ key: [] }] } as const
const DAY_MS = 86_400_000

export interface EventOperationsOptions {
  readonly events: EventStore
  readonly eventSettings: EventSettingsStore
}

/** Creates the operations that list the events of assets and select the recorded types. */
export function eventOperations({ events, eventSettings }: EventOperationsOptions): Operation[] {
  return [listEvents(events), getSettings(eventSettings), setSettings(eventSettings)]
}

function listEvents(store: EventStore): Operation {
  return defineOperation({
    name: 'events.list',
    method: 'GET',
    path: '/v1/events',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'listEvents',
      summary: 'List the events of your assets',
      description:
        'Lists events in the order in which they were recorded. Nothing is recorded until you create a geofence or switch events on with `PUT /v1/events/settings`. The plan determines how long events are kept: as long as positions, but at least 7 days. Does not count as a route.',
    },
    query: EventsQuery,
    reply: { description: 'Events.', schema: EventsReply },
    errors: [400, 401, 403, 422],
    failures: pickProblems(trackingProblems, 'cursor-unknown', 'range-turned'),
    async handle({ query }, context) {
      const { from, until, after, limit = MAX_LISTED_EVENTS, order = 'oldest', type, asset, geofence } = query
      const cursorNumber = after === undefined ? undefined : parseNumberCursor(after)
      if (after !== undefined && cursorNumber === undefined) return fail({ kind: 'cursor-unknown', given: after })
      const untilMs = until === undefined ? context.now() : parseInstant(until)
      // A later page must not lose events because a day has passed since the first page.
      const defaultFromMs = cursorNumber === undefined ? Math.min(context.now(), untilMs) - DAY_MS : 0
      const fromMs = from === undefined ? defaultFromMs : parseInstant(from)
      if (fromMs > untilMs) return fail({ kind: 'range-turned', from: from ?? '', until: until ?? 'now' })
      const rows = await store.list({
        account: context.caller.account,
        ...{ fromMs, untilMs, type, asset, geofence },
        after: cursorNumber,
        limit: limit + 1,
        isNewestFirst: order === 'newest',
      })
      const { shown, cursor } = toNumberPage(rows, limit)
      return jsonReply({ events: shown.map(toEventReply), ...cursor })
    },
  })
}

function getSettings(store: EventSettingsStore): Operation {
  return defineOperation({
    name: 'events.settings',
    method: 'GET',
    path: '/v1/events/settings',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'getEventSettings',
      summary: 'Get the events that are switched on',
      description:
        'Geofence events are not listed here because the rules of each geofence control them. Does not count as a route.',
    },
    reply: { description: 'The settings.', schema: EventSettingsReply },
    errors: [400, 401, 403],
    handle: async (_input, { caller }) => jsonReply(toSettingsReply(await store.get(caller.account))),
  })
}

function setSettings(store: EventSettingsStore): Operation {
  return defineOperation({
    name: 'events.settings',
    method: 'PUT',
    idempotent: true,
    path: '/v1/events/settings',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'setEventSettings',
      summary: 'Switch events on or off',
      description:
        'Replaces the settings of the account: events whose field is omitted are switched off. The settings apply to all assets from their next position onward. Does not count as a route.',
    },
    body: EventSettings,
    reply: { description: 'The settings.', schema: EventSettingsReply },
    errors: [400, 401, 403, 413, 422],
    async handle({ body }, { caller }) {
      await store.set(caller.account, body)
      return jsonReply(toSettingsReply(body))
    },
  })
}
