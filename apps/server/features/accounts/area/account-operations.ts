import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { json } from '../../../operations/reply.ts'
import { dayOf, monthOf } from '../../../platform/clock.ts'
import { toQuota } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import { AREA, AREA_TAGS, type AreaOptions, BY_SESSION, toAccountReply } from './area.ts'
import { findHolder } from './session.ts'

/** Reads the signed-in account and its usage. */
export function accountOperations({ usage, limiter, flushUsage, plans, publicUrl, signIn }: AreaOptions): Operation[] {
  const prepare = findHolder(publicUrl, signIn)
  return [
    defineOperation({
      ...AREA,
      name: 'area.account',
      method: 'GET',
      path: '/account',
      docs: {
        operationId: 'account',
        tags: AREA_TAGS,
        summary: 'Get the signed-in account',
        description: 'The account and the limits of its plan.',
        security: BY_SESSION,
      },
      reply: { description: 'The account.', schema: schemas.AccountReply },
      errors: [401],
      prepare,
      handle: (_input, { prepared: holder }) => json(toAccountReply(holder, plans)),
    }),
    defineOperation({
      ...AREA,
      name: 'area.usage',
      method: 'GET',
      path: '/account/usage',
      docs: {
        operationId: 'accountUsage',
        tags: AREA_TAGS,
        summary: 'Usage by day and operation',
        description: 'Usage of all keys of the account.',
        security: BY_SESSION,
      },
      query: schemas.AreaUsageQuery,
      reply: { description: 'Usage.', schema: schemas.AreaUsageReply },
      errors: [401, 422],
      prepare,
      async handle({ query }, context) {
        const { number, plan } = context.prepared
        await flushUsage()
        const now = context.now()
        const since = dayOf(now - ((query.days ?? 31) - 1) * 86_400_000)
        const [used, lines] = await Promise.all([
          limiter.used(number, monthOf(dayOf(now))),
          usage.listSince(number, since),
        ])
        return json({
          usage: lines.map(({ day, operation, calls, units }) => ({ day, operation, calls, routes: units })),
          quota: toQuota(plans[plan], used, now),
        })
      },
    }),
  ]
}
