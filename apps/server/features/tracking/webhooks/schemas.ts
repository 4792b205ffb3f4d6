import { Type } from 'typebox'
import {
  InstantSchema,
  NullableSchema,
  OneOfSchema,
  SingleLineSchema,
  TimeSchema,
  WarningsSchema,
} from '../../../platform/http/schemas.ts'
import { eventTypes } from '../events/event.ts'

export const MAX_LISTED_DELIVERIES = 200
const deliveryStates = ['pending', 'sent', 'dead'] as const

const Url = Type.String({
  description: 'The `https` URL to which messages are sent. The URL must be on the public internet.',
})
const Description = SingleLineSchema(200, 'A note for your own use.')
const EventTypes = Type.Array(OneOfSchema(eventTypes), {
  minItems: 1,
  maxItems: eventTypes.length,
  description: 'Sends only events of these types. Default: all.',
})

export const WebhookBody = Type.Object(
  { url: Url, description: Type.Optional(Description), events: Type.Optional(EventTypes) },
  { examples: [{ url: 'https://example.com/fairway', events: ['geofence.enter', 'late'] }] },
)

export const WebhookChanges = Type.Object(
  {
    url: Type.Optional(Url),
    description: Type.Optional(NullableSchema(Description)),
    events: Type.Optional(NullableSchema(EventTypes)),
    enabled: Type.Optional(
      Type.Boolean({
        description:
          '`false` stops queuing events; events that are already in the queue are kept for up to three days.',
      }),
    ),
    rotate_secret: Type.Optional(
      Type.Boolean({
        description:
          '`true` creates a new secret, which is returned in the reply. Messages are signed with both secrets for a day.',
      }),
    ),
  },
  { examples: [{ enabled: false }] },
)

export const WebhookParameters = Type.Object({
  id: Type.String({ maxLength: 64, description: 'The id of the webhook.' }),
})

const webhookFields = {
  id: Type.String(),
  url: Type.String(),
  description: Type.Optional(Type.String()),
  events: NullableSchema(
    Type.Array(OneOfSchema(eventTypes), { description: 'The event types that are sent; `null` for all types.' }),
  ),
  enabled: Type.Boolean(),
  disabled_why: Type.Optional(Type.String({ description: 'Why the service disabled the webhook.' })),
  paused_until: Type.Optional(InstantSchema('When the next attempt is made, if the receiver was unavailable.')),
  created_at: InstantSchema('When the webhook was created.'),
}
const Secret = Type.String({ description: 'The secret that signs the messages. Shown only once.' })

export const WebhookReply = Type.Object({ ...webhookFields, warnings: WarningsSchema })
export const CreatedWebhookReply = Type.Object({ ...webhookFields, secret: Secret, warnings: WarningsSchema })
export const UpdatedWebhookReply = Type.Object({
  ...webhookFields,
  secret: Type.Optional(Secret),
  warnings: WarningsSchema,
})
export const WebhooksReply = Type.Object({
  webhooks: Type.Array(Type.Object(webhookFields), { description: 'In order of creation.' }),
  warnings: WarningsSchema,
})

export const TestReply = Type.Object({
  delivered: Type.Boolean({ description: 'Whether the receiver replied with a status from 200 to 299.' }),
  status: Type.Optional(Type.Integer({ description: 'The HTTP status of the response from the receiver.' })),
  error: Type.Optional(Type.String({ description: 'Why the message was not delivered.' })),
  duration_ms: Type.Integer(),
  warnings: WarningsSchema,
})

export const DeliveriesQuery = Type.Object({
  state: Type.Optional(OneOfSchema(deliveryStates, { description: 'Returns only deliveries in this state.' })),
  after: Type.Optional(Type.String({ maxLength: 40, description: 'The value of `next` from the previous reply.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LISTED_DELIVERIES,
      default: MAX_LISTED_DELIVERIES,
      description: 'Maximum number of deliveries.',
    }),
  ),
})

export const DeliveriesReply = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      id: Type.String(),
      event: Type.String({ description: 'The id of the event, which is the `webhook-id` of the message.' }),
      state: OneOfSchema(deliveryStates, {
        description:
          '`pending`: the message has not been delivered yet. `sent`: the message was delivered. `dead`: the message was not delivered and is not sent again unless you replay it.',
      }),
      attempts: Type.Integer(),
      status: Type.Optional(Type.Integer({ description: 'The HTTP status of the last response.' })),
      error: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
      queued_at: InstantSchema('When the message was queued.'),
      next_attempt_at: Type.Optional(InstantSchema('Earliest time of the next attempt.')),
      ended_at: Type.Optional(InstantSchema('When the message was delivered, or when its state changed to `dead`.')),
    }),
    { description: 'Newest first.' },
  ),
  next: Type.Optional(
    Type.String({
      description: 'Present if there are more results. Send this value as the `after` parameter of the next request.',
    }),
  ),
  warnings: WarningsSchema,
})

export const ReplayBody = Type.Object(
  {
    deliveries: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), {
        minItems: 1,
        maxItems: 1000,
        description: 'The deliveries to replay, whether `dead` or `sent`. Default: all `dead` deliveries.',
      }),
    ),
    from: Type.Optional(TimeSchema('Replays all events recorded since this time, even if they were sent before.')),
    until: Type.Optional(TimeSchema('End of the period. Default: now.')),
  },
  { examples: [{}, { from: '2026-11-15T08:00:00Z', until: '2026-11-15T10:00:00Z' }] },
)

export const ReplayReply = Type.Object({
  queued: Type.Integer({ description: 'The number of messages that will be sent again.' }),
  warnings: WarningsSchema,
})
