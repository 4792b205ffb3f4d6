import { Type } from 'typebox'
import { InstantSchema, NullableSchema, OneOfSchema, PointSchema } from '../../../platform/http/schemas.ts'

export const ShareBody = Type.Object(
  {
    expires_min: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_080, default: 1440, description: 'Minutes until the link expires.' }),
    ),
  },
  { examples: [{ expires_min: 600 }] },
)

export const ShareReply = Type.Object({
  id: Type.String({ description: 'The id of the link. Use this id to revoke the link.' }),
  token: Type.String({ description: 'The token for `GET /v1/share/{token}`. It is shown only once.' }),
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

const Point = (description: string) => PointSchema(`The position ${description}, as \`[latitude, longitude]\`.`)

export const SharedReply = Type.Object({
  status: OneOfSchema(['pending', 'next', 'arrived', 'done', 'canceled'], {
    description:
      '`pending`: the vehicle has other stops first. `next`: the vehicle is on the way. `arrived`: the vehicle is at the stop. `done`: the delivery is complete. `canceled`: the delivery was canceled.',
  }),
  destination: Point('of the delivery'),
  position: NullableSchema(
    Type.Object(
      { at: Point('of the vehicle, rounded to about ten meters'), age_s: Type.Integer() },
      {
        description:
          'Present only while `status` is `next` or `arrived`. Earlier positions would reveal where other customers live.',
      },
    ),
  ),
  eta_min: NullableSchema(Type.Number({ description: 'Minutes until arrival.' })),
  arrive_at: NullableSchema(InstantSchema('Predicted or actual arrival time.')),
  expires_at: InstantSchema('When the link expires.'),
})
