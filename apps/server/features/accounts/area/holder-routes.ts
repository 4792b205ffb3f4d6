import { dayOf, monthOf } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { accountProblems } from '../failures.ts'
import { toQuota } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import { AREA, type AreaOptions, areaOperation, holderOf, toAccountReply } from './area.ts'

export function holderRoutes(app: App, { service, usage, limiter, flushUsage, plans, clock }: AreaOptions): void {
  app.get(
    '/account',
    {
      ...areaOperation('account'),
      schema: {
        ...AREA,
        operationId: 'account',
        summary: 'Get the signed-in account',
        description: 'The account and the limits of its plan.',
        security: [{ session: [] }],
        response: { 200: { description: 'The account.', ...schemas.AccountReply }, ...errors(401) },
      },
    },
    async (request) => toAccountReply(holderOf(request), plans),
  )

  app.get(
    '/account/usage',
    {
      ...areaOperation('usage'),
      schema: {
        ...AREA,
        operationId: 'accountUsage',
        summary: 'Usage by day and operation',
        description: 'Usage of all keys of the account.',
        security: [{ session: [] }],
        querystring: schemas.AreaUsageQuery,
        response: { 200: { description: 'Usage.', ...schemas.AreaUsageReply }, ...errors(401, 422) },
      },
    },
    async (request) => {
      const { number, plan } = holderOf(request)
      await flushUsage()
      const now = clock.now()
      const since = dayOf(now - ((request.query.days ?? 31) - 1) * 86_400_000)
      const [used, lines] = await Promise.all([
        limiter.used(number, monthOf(dayOf(now))),
        usage.listSince(number, since),
      ])
      return {
        usage: lines.map(({ day, operation, calls, units }) => ({ day, operation, calls, routes: units })),
        quota: toQuota(plans[plan], used, now),
      }
    },
  )

  app.put(
    '/account/phone',
    {
      ...areaOperation('phone'),
      schema: {
        ...AREA,
        operationId: 'setPhone',
        summary: 'Set the mobile number',
        description: 'For the SMS before the monthly limit. The number is used for nothing else.',
        security: [{ session: [] }],
        body: schemas.PhoneBody,
        response: { 200: { description: 'The number.', ...schemas.PhoneReply }, ...errors(400, 401, 403, 413, 422) },
      },
    },
    async (request, reply) => {
      const set = await service.setPhone(holderOf(request).number, request.body.phone)
      return set.ok ? { phone: set.value } : refuse(reply, accountProblems, set.failure)
    },
  )

  app.delete(
    '/account/phone',
    {
      ...areaOperation('phone'),
      schema: {
        ...AREA,
        operationId: 'removePhone',
        summary: 'Remove the mobile number',
        description: 'No more SMS are sent.',
        security: [{ session: [] }],
        response: {
          200: { description: 'The number was removed.', ...schemas.PhoneReply },
          ...errors(400, 401, 403, 413),
        },
      },
    },
    async (request) => {
      await service.setPhone(holderOf(request).number, null)
      return { phone: null }
    },
  )

  app.put(
    '/account/traffic',
    {
      ...areaOperation('traffic'),
      schema: {
        ...AREA,
        operationId: 'setTrafficSharing',
        summary: 'Turn sharing of vehicle speeds on or off',
        description:
          'Where several tracked vehicles drive, their speed becomes the live speed of the road for all routes. Names and trip start and end points are left out. On by default.',
        security: [{ session: [] }],
        body: schemas.SharingBody,
        response: {
          200: { description: 'The current setting.', ...schemas.SharingReply },
          ...errors(400, 401, 403, 413, 422),
        },
      },
    },
    async (request) => {
      const { shares_traffic } = request.body
      await service.setSharing(holderOf(request).number, shares_traffic)
      return { shares_traffic }
    },
  )
}
