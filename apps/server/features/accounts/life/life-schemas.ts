import { Type } from 'typebox'
import { InstantSchema, SingleLineSchema, WarningsSchema } from '../../../platform/http/schemas.ts'

export const EndSessionsReply = Type.Object(
  {
    ended: Type.Integer({ description: 'The number of sessions that were ended, including the current one.' }),
    warnings: WarningsSchema,
  },
  { examples: [{ ended: 2 }] },
)

const Anything = Type.Object({}, { additionalProperties: true })
export const ExportReply = Type.Object({
  exported_at: InstantSchema('When the export began.'),
  account: Type.Object({}, { additionalProperties: true, description: 'The same data as in `GET /account`.' }),
  keys: Type.Array(Anything, {
    description: 'The same data as in `GET /account/keys`. The keys themselves are not stored.',
  }),
  sessions: Type.Array(Anything, { description: 'The active sessions, with their start and expiry times.' }),
  messages: Type.Array(Anything, {
    description: 'The SMS messages that are still stored. The codes in them are left out.',
  }),
  usage: Type.Array(Anything, { description: 'Usage by day and operation.' }),
  assets: Type.Array(Anything, { description: 'The assets, each with its route, its last position and its track.' }),
  event_settings: Type.Object(
    {},
    { additionalProperties: true, description: 'The same data as in `GET /v1/events/settings`.' },
  ),
  webhooks: Type.Array(Anything, { description: 'The same data as in `GET /v1/webhooks`. The secrets are left out.' }),
  geofences: Type.Array(Anything, { description: 'The same data as in `GET /v1/geofences`.' }),
  events: Type.Array(Anything, { description: 'The same data as in `GET /v1/events`.' }),
  jobs: Type.Array(Anything, {
    description: 'The same data as in `GET /v1/jobs`. The requests and results are left out.',
  }),
  solutions: Type.Array(Anything, { description: 'The solutions of optimizations that are still stored.' }),
  share_links: Type.Array(Anything, {
    description: 'The links for recipients that are still valid. The tokens are not stored.',
  }),
  audit_log: Type.Array(Anything, { description: 'The same data as in `GET /account/audit`.' }),
})

export const DeleteAccountBody = Type.Object(
  {
    confirm: Type.String({
      maxLength: 254,
      description: 'The email address of the account, entered as confirmation.',
    }),
    challenge: Type.Optional(
      SingleLineSchema(64, 'A challenge from `POST /account/sign-in`; required if the last sign-in was too long ago.'),
    ),
    code: Type.Optional(
      Type.String({ maxLength: 16, description: 'The six-digit code from the sign-in email for this challenge.' }),
    ),
  },
  { examples: [{ confirm: 'you@example.com' }] },
)
export const DeleteAccountReply = Type.Object(
  { deleted: Type.Boolean(), warnings: WarningsSchema },
  { examples: [{ deleted: true }] },
)
