import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import * as schemas from '../schemas.ts'
import { ACCOUNT_AREA_DEFAULTS, ACCOUNT_AREA_TAGS, type AccountAreaOptions, SESSION_SECURITY, toOwner } from './area.ts'
import { findSessionAccount } from './session.ts'

/** Creates the operations that change the settings of the signed-in account. */
export function settingOperations({ service, publicUrl, signIn }: AccountAreaOptions): Operation[] {
  const prepare = findSessionAccount(publicUrl, signIn)
  return [
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.traffic',
      method: 'PUT',
      idempotent: true,
      path: '/account/traffic',
      docs: {
        operationId: 'setTrafficSharing',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'Turn sharing of vehicle speeds on or off',
        description:
          'Determines whether the speeds of your vehicles contribute to the live speeds for all routes. Speeds are used only on roads that several tracked vehicles use. Vehicle names and the start and end points of trips are left out. Sharing is on by default.',
        security: SESSION_SECURITY,
      },
      body: schemas.SharingBody,
      reply: { description: 'The current setting.', schema: schemas.SharingReply },
      errors: [400, 401, 403, 413, 422],
      prepare,
      async handle({ body: { shares_traffic } }, { prepared: holder, caller }) {
        const result = await service.as(toOwner(caller)).setSharesTraffic(holder.number, shares_traffic)
        return result.ok ? jsonReply({ shares_traffic }) : result
      },
    }),
  ]
}
