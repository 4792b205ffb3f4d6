import { Type } from 'typebox'
import {
  InstantSchema,
  listLiterals,
  NullableSchema,
  OneOfSchema,
  WarningsSchema,
} from '../../../platform/http/schemas.ts'
import { auditActions } from './audit.ts'

export const AuditQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Number of entries.' })),
  before: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description:
        'Returns only entries that are older than this entry. Use the value of `next` from the previous page.',
      'x-demand': 'be the value of next from a previous page',
    }),
  ),
})

const Entry = Type.Object({
  id: Type.String(),
  time: InstantSchema('When the change was made.'),
  action: Type.String({ description: `What happened: ${listLiterals(auditActions)}.` }),
  actor: OneOfSchema(['owner', 'operator', 'signup'] as const, {
    description: 'Who made the change: the signed-in owner, the operator of the service, or a visitor who signed up.',
  }),
  network: NullableSchema(
    Type.String({
      description:
        'The IPv4 address or IPv6 /64 network that the request came from; `null` if the operator made the change.',
    }),
  ),
  subject: NullableSchema(
    Type.String({ description: 'What was changed: the id of the key, or the name of the plan.' }),
  ),
  details: Type.Object(
    {},
    { additionalProperties: true, description: 'What changed; the fields depend on the action.' },
  ),
})

export const AuditReply = Type.Object(
  {
    entries: Type.Array(Entry, { description: 'Newest first.' }),
    next: NullableSchema(
      Type.String({
        description: 'Send this value as the `before` parameter to get older entries; `null` if there are none.',
      }),
    ),
    warnings: WarningsSchema,
  },
  {
    examples: [
      {
        entries: [
          {
            id: '7',
            time: '2026-06-17T10:00:00.000Z',
            action: 'key.revoked',
            actor: 'owner',
            network: '203.0.113.7',
            subject: 'key_4TnQ8sWb1xZp',
            details: {},
          },
        ],
        next: '7',
      },
    ],
  },
)
