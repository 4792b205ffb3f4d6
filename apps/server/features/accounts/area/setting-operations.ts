import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { json } from '../../../operations/reply.ts'
import * as schemas from '../schemas.ts'
import { AREA, AREA_TAGS, type AreaOptions, BY_SESSION } from './area.ts'
import { findHolder } from './session.ts'

/** Changes the settings of the signed-in account. */
export function settingOperations({ service, publicUrl, signIn }: AreaOptions): Operation[] {
  const prepare = findHolder(publicUrl, signIn)
  return [
    defineOperation({
      ...AREA,
      name: 'area.phone',
      method: 'PUT',
      path: '/account/phone',
      docs: {
        operationId: 'setPhone',
        tags: AREA_TAGS,
        summary: 'Set the mobile number',
        description: 'For the SMS before the monthly limit. The number is used for nothing else.',
        security: BY_SESSION,
      },
      body: schemas.PhoneBody,
      reply: { description: 'The number.', schema: schemas.PhoneReply },
      errors: [400, 401, 403, 413, 422],
      prepare,
      async handle({ body }, { prepared: holder }) {
        const set = await service.setPhone(holder.number, body.phone)
        return set.ok ? json({ phone: set.value }) : set
      },
    }),
    defineOperation({
      ...AREA,
      name: 'area.phone',
      method: 'DELETE',
      path: '/account/phone',
      docs: {
        operationId: 'removePhone',
        tags: AREA_TAGS,
        summary: 'Remove the mobile number',
        description: 'No more SMS are sent.',
        security: BY_SESSION,
      },
      reply: { description: 'The number was removed.', schema: schemas.PhoneReply },
      errors: [400, 401, 403, 413],
      prepare,
      async handle(_input, { prepared: holder }) {
        await service.setPhone(holder.number, null)
        return json({ phone: null })
      },
    }),
    defineOperation({
      ...AREA,
      name: 'area.traffic',
      method: 'PUT',
      path: '/account/traffic',
      docs: {
        operationId: 'setTrafficSharing',
        tags: AREA_TAGS,
        summary: 'Turn sharing of vehicle speeds on or off',
        description:
          'Where several tracked vehicles drive, their speed becomes the live speed of the road for all routes. Names and trip start and end points are left out. On by default.',
        security: BY_SESSION,
      },
      body: schemas.SharingBody,
      reply: { description: 'The current setting.', schema: schemas.SharingReply },
      errors: [400, 401, 403, 413, 422],
      prepare,
      async handle({ body: { shares_traffic } }, { prepared: holder }) {
        await service.setSharing(holder.number, shares_traffic)
        return json({ shares_traffic })
      },
    }),
  ]
}
