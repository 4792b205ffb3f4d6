import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { toDay, toMonth } from '../../../platform/clock.ts'
import { toQuota } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import {
  ACCOUNT_AREA_DEFAULTS,
  ACCOUNT_AREA_TAGS,
  type AccountAreaOptions,
  SESSION_SECURITY,
  toAccountReply,
} from './area.ts'
import { findSessionAccount } from './session.ts'

/** Creates the operations that read the signed-in account and its usage. */
export function accountOperations({
  service,
  usage,
  limiter,
  flushUsage,
  plans,
  publicUrl,
  signIn,
}: AccountAreaOptions): Operation[] {
  const prepare = findSessionAccount(publicUrl, signIn)
  return [
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.account',
      method: 'GET',
      path: '/account',
      docs: {
        operationId: 'account',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'Get the signed-in account',
        description: 'Returns the account and the limits of its plan.',
        security: SESSION_SECURITY,
      },
      reply: { description: 'The account.', schema: schemas.AccountReply },
      errors: [401],
      prepare,
      async handle(_input, context) {
        return jsonReply(await toAccountReply(context.prepared, { plans, service }))
      },
    }),
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.usage',
      method: 'GET',
      path: '/account/usage',
      docs: {
        operationId: 'accountUsage',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'Get usage by day and operation',
        description: 'Returns the usage of all keys of the account.',
        security: SESSION_SECURITY,
      },
      query: schemas.AreaUsageQuery,
      reply: { description: 'Usage.', schema: schemas.AreaUsageReply },
      errors: [401, 422],
      prepare,
      async handle({ query }, context) {
        const { number, plan } = context.prepared
        await flushUsage()
        const now = context.now()
        const firstDay = toDay(now - ((query.days ?? 31) - 1) * 86_400_000)
        const [usedUnits, usageLines] = await Promise.all([
          limiter.getUsedUnits(number, toMonth(toDay(now))),
          usage.listSince(number, firstDay),
        ])
        return jsonReply({
          usage: usageLines.map(({ day, operation, calls, units }) => ({ day, operation, calls, routes: units })),
          quota: toQuota(plans[plan], usedUnits, now),
        })
      },
    }),
  ]
}
