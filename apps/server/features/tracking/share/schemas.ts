import { Type } from 'typebox'
import { InstantSchema, NullableSchema, OneOfSchema } from '../../../platform/http/schemas.ts'

export const ShareBody = Type.Object(
  {
    expires_min: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_080, default: 1440, description: 'Minutes until the link expires.' }),
    ),
  },
  { examples: [{ expires_min: 600 }] },
)

export const ShareReply = Type.Object({
  id: Type.String({ description: 'The id of the link, to revoke it.' }),
  token: Type.String({ description: 'For GET /v1/share/{token}. It is shown once.' }),
  url: Type.String({ description: 'The page for the recipient.' }),
  expires_at: InstantSchema('When the link expires.'),
})

export const ShareIdParameters = Type.Object({
  id: Type.String({ maxLength: 64, description: 'The id of the link.' }),
})
export const TokenParameters = Type.Object({
  token: Type.String({ maxLength: 64, description: 'The token of the link.' }),
})

export const RevokedReply = Type.Object({ revoked: Type.String({ description: 'The id of the link.' }) })

const Point = (description: string) =>
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: `[latitude, longitude] ${description}` })

export const SharedReply = Type.Object({
  status: OneOfSchema(['pending', 'next', 'arrived', 'done', 'canceled'], {
    description:
      'pending: the vehicle has other stops first. next: it is on the way. arrived: it is at the stop. done: delivered. canceled: the delivery was canceled.',
  }),
  destination: Point('of the delivery.'),
  position: NullableSchema(
    Type.Object(
      { at: Point('of the vehicle, to about ten meters.'), age_s: Type.Integer() },
      {
        description: 'Only while the status is next or arrived; earlier, it would reveal where other customers live.',
      },
    ),
  ),
  eta_min: NullableSchema(Type.Number({ description: 'Minutes until the arrival.' })),
  arrive_at: NullableSchema(InstantSchema('Predicted or actual arrival.')),
  expires_at: InstantSchema('When the link expires.'),
})
