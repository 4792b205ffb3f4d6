import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import * as schemas from '../schemas.ts'
import { ACCOUNT_AREA_DEFAULTS, ACCOUNT_AREA_TAGS, type AccountAreaOptions, SESSION_SECURITY } from './area.ts'
import { findSessionAccount } from './session.ts'

/** Changes the settings of the signed-in account. */
export function settingOperations({ service, publicUrl, signIn }: AccountAreaOptions): Operation[] {
  const prepare = findSessionAccount(publicUrl, signIn)
  return [
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.phone',
      method: 'PUT',
      path: '/account/phone',
      docs: {
        operationId: 'setPhone',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'Set the mobile number',
        description: 'The number receives an SMS before the monthly limit is reached. It is used for nothing else.',
        security: SESSION_SECURITY,
      },
      body: schemas.PhoneBody,
      reply: { description: 'The number.', schema: schemas.PhoneReply },
      errors: [400, 401, 403, 413, 422],
      prepare,
      async handle({ body }, { prepared: holder }) {
        const phoneResult = await service.setPhone(holder.number, body.phone)
        return phoneResult.ok ? jsonReply({ phone: phoneResult.value }) : phoneResult
      },
    }),
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.phone',
      method: 'DELETE',
      path: '/account/phone',
      docs: {
        operationId: 'removePhone',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'Remove the mobile number',
        description: 'No more SMS are sent.',
        security: SESSION_SECURITY,
      },
      reply: { description: 'The number was removed.', schema: schemas.PhoneReply },
      errors: [400, 401, 403, 413],
      prepare,
      async handle(_input, { prepared: holder }) {
        await service.setPhone(holder.number, null)
        return jsonReply({ phone: null })
      },
    }),
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.traffic',
      method: 'PUT',
      path: '/account/traffic',
      docs: {
        operationId: 'setTrafficSharing',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'Turn sharing of vehicle speeds on or off',
        description:
          'Where several tracked vehicles drive, their speed becomes the live speed of the road for all routes. Names and trip start and end points are left out. On by default.',
        security: SESSION_SECURITY,
      },
      body: schemas.SharingBody,
      reply: { description: 'The current setting.', schema: schemas.SharingReply },
      errors: [400, 401, 403, 413, 422],
      prepare,
      async handle({ body: { shares_traffic } }, { prepared: holder }) {
        await service.setSharesTraffic(holder.number, shares_traffic)
        return jsonReply({ shares_traffic })
      },
    }),
  ]
}
