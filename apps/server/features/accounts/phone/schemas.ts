import { Type } from 'typebox'
import { NullableSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { Phone, PhoneProved } from '../schemas.ts'

export const PhoneBody = Type.Object({ phone: Phone }, { examples: [{ phone: '+598 2 123 4567' }] })
export const PhoneReply = Type.Object(
  { phone: NullableSchema(Type.String()), phone_proved: PhoneProved, warnings: WarningsSchema },
  { 'x-name': 'PhoneReply', examples: [{ phone: '+59821234567', phone_proved: false }] },
)
export const VerifyPhoneBody = Type.Object(
  { code: Type.String({ maxLength: 16, description: 'The six-digit code from the SMS.' }) },
  { examples: [{ code: '123456' }] },
)
