import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import {
  ACCOUNT_AREA_DEFAULTS,
  ACCOUNT_AREA_TAGS,
  type AccountAreaOptions,
  SESSION_SECURITY,
  toOwner,
} from '../area/area.ts'
import { findSessionAccount } from '../area/session.ts'
import { PhoneBody, PhoneReply, VerifyPhoneBody } from './schemas.ts'

/** Creates the operations that set, confirm and remove the phone number of the signed-in account. */
export function phoneOperations({ phones, publicUrl, signIn }: AccountAreaOptions): Operation[] {
  const prepare = findSessionAccount(publicUrl, signIn)
  const sharedOptions = { ...ACCOUNT_AREA_DEFAULTS, name: 'area.phone', prepare } as const
  const sharedDocs = { tags: ACCOUNT_AREA_TAGS, security: SESSION_SECURITY } as const
  return [
    defineOperation({
      ...sharedOptions,
      method: 'PUT',
      idempotent: false,
      path: '/account/phone',
      docs: {
        ...sharedDocs,
        operationId: 'setPhone',
        summary: 'Set the mobile number',
        description:
          'Sends a code to the number by SMS. After you send the code to `POST /account/phone/verify`, requests from the account get priority, and the number receives an SMS when the account is close to its monthly limit. The number is not used for anything else.',
      },
      body: PhoneBody,
      reply: { description: 'The number.', schema: PhoneReply },
      errors: [400, 401, 403, 413, 422],
      async handle({ body }, context) {
        const result = await phones.set(context.prepared, body.phone, toOwner(context.caller))
        if (!result.ok) return result
        const { phone, isProved, warning } = result.value
        const warnings = collectWarnings(context, warning === undefined ? [] : [warning])
        return jsonReply({ phone, phone_proved: isProved, ...(warnings && { warnings }) })
      },
    }),
    defineOperation({
      ...sharedOptions,
      method: 'POST',
      idempotent: false,
      path: '/account/phone/verify',
      docs: {
        ...sharedDocs,
        operationId: 'verifyPhone',
        summary: 'Confirm the mobile number',
        description: 'Confirms the number with the code that the number received after `PUT /account/phone`.',
      },
      body: VerifyPhoneBody,
      reply: { description: 'The number is confirmed.', schema: PhoneReply },
      errors: [400, 401, 403, 413, 422],
      async handle({ body }, { prepared: holder, caller }) {
        const result = await phones.verify(holder.number, body.code, toOwner(caller))
        return result.ok ? jsonReply({ phone: result.value, phone_proved: true }) : result
      },
    }),
    defineOperation({
      ...sharedOptions,
      method: 'DELETE',
      path: '/account/phone',
      docs: {
        ...sharedDocs,
        operationId: 'removePhone',
        summary: 'Remove the mobile number',
        description: 'Removes the number from the account. No more SMS messages are sent to it.',
      },
      reply: { description: 'The number was removed.', schema: PhoneReply },
      errors: [400, 401, 403, 413],
      async handle(_input, { prepared: holder, caller }) {
        await phones.remove(holder.number, toOwner(caller))
        return jsonReply({ phone: null, phone_proved: false })
      },
    }),
  ]
}
