import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, dayOf, monthOf } from '../../clock.ts'
import type { Plans } from '../../config/plans.ts'
import { refuse } from '../../http/problem.ts'
import { errors } from '../../http/schemas.ts'
import type { App } from '../../http/server.ts'
import type { Limiter } from '../../metering/limiter.ts'
import type { UsageStore } from '../../metering/store.ts'
import type { Account } from './account.ts'
import { accountProblems } from './failures.ts'
import { toAccountFields, toInstant, toIssuedKey, toKeyFields, toLimits, toQuota } from './mapping.ts'
import * as schemas from './schemas.ts'
import { type AccountService, DEFAULT_OVERLAP_HOURS } from './service.ts'
import { CODE_MINUTES, type SignIn } from './sign-in/sign-in.ts'

export interface AreaOptions {
  readonly service: AccountService
  readonly signIn: SignIn
  readonly usage: UsageStore
  readonly limiter: Limiter
  readonly flushUsage: () => Promise<void>
  readonly plans: Plans
  readonly clock: Clock
  /** Where the pages of the account area come from; an https address makes the cookie Secure. */
  readonly publicUrl: string
}

const COOKIE = 'fairway_session'
const TAG = { tags: ['Account area'] }
const operation = (name: string) => ({
  config: { operation: { name: `area.${name}`, access: 'area' as const, uncounted: true as const } },
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in, behind the door of the account area. */
    holder: Account | null
  }
}

/** The account area: what its owner does in the browser. Known by a session cookie that no other site can use. */
export async function areaRoutes(app: App, options: AreaOptions): Promise<void> {
  await app.register(cookie)
  app.decorateRequest('holder', null)
  await app.register(async (scope) => {
    scope.addHook('preValidation', rejectForeignPages(options.publicUrl))
    signInRoutes(scope as unknown as App, options)
    await scope.register(async (inner) => {
      inner.addHook('preValidation', async (request, reply) => {
        const token = request.cookies[COOKIE]
        request.holder = (token && (await options.signIn.findAccount(token))) || null
        if (!request.holder) return refuse(reply, accountProblems, { kind: 'not-signed-in' })
      })
      holderRoutes(inner as unknown as App, options)
      keyRoutes(inner as unknown as App, options)
    })
  })
}

/** SameSite keeps other sites from using the cookie; this also turns away browsers that do not know it. */
function rejectForeignPages(publicUrl: string) {
  const own = new URL(publicUrl).host
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin, host } = request.headers
    if (request.method === 'GET' || origin === undefined) return
    const from = URL.parse(origin)?.host
    if (from !== own && from !== host) return refuse(reply, accountProblems, { kind: 'foreign-origin', origin })
  }
}

function signInRoutes(app: App, { signIn, plans, publicUrl }: AreaOptions): void {
  const secure = publicUrl.startsWith('https:')
  const attributes = { path: '/account', httpOnly: true, sameSite: 'strict', secure } as const

  app.post(
    '/account/sign-in',
    {
      ...operation('sign-in'),
      schema: {
        ...TAG,
        operationId: 'signIn',
        summary: 'Ask for a sign-in code',
        description: 'Sends a code to the address if it has an account; the reply is the same if it has none.',
        security: [],
        body: schemas.SignInBody,
        response: {
          200: { description: 'A code is on its way.', ...schemas.SignInReply },
          ...errors(400, 403, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const begun = await signIn.begin(request.body.email)
      if (!begun.ok) return refuse(reply, accountProblems, begun.failure)
      const detail = `If the address has an account, a code was sent to it; it works once, within ${CODE_MINUTES} minutes`
      return { challenge: begun.value.id, expires_at: toInstant(begun.value.expiresAt), detail }
    },
  )

  app.post(
    '/account/sign-in/verify',
    {
      ...operation('verify'),
      schema: {
        ...TAG,
        operationId: 'verifySignIn',
        summary: 'Sign in with the code',
        description: 'Opens a session and sets its cookie.',
        security: [],
        body: schemas.VerifyBody,
        response: { 200: { description: 'Signed in.', ...schemas.AccountReply }, ...errors(400, 403, 413, 422) },
      },
    },
    async (request, reply) => {
      const opened = await signIn.finish(request.body.challenge, request.body.code)
      if (!opened.ok) return refuse(reply, accountProblems, opened.failure)
      const { token, expiresAt, account } = opened.value
      reply.setCookie(COOKIE, token, { ...attributes, expires: new Date(expiresAt) })
      return toAccountReply(account, plans)
    },
  )

  app.post(
    '/account/sign-out',
    {
      ...operation('sign-out'),
      schema: {
        ...TAG,
        operationId: 'signOut',
        summary: 'End the session',
        description: 'Ends the session of the cookie, if there is one.',
        security: [{ session: [] }],
        response: { 200: { description: 'Nobody is signed in any more.', ...schemas.SignOutReply }, ...errors(403) },
      },
    },
    async (request, reply) => {
      const token = request.cookies[COOKIE]
      if (token) await signIn.end(token)
      reply.clearCookie(COOKIE, attributes)
      return { signed_out: true }
    },
  )
}

function holderRoutes(app: App, { service, usage, limiter, flushUsage, plans, clock }: AreaOptions): void {
  app.get(
    '/account',
    {
      ...operation('account'),
      schema: {
        ...TAG,
        operationId: 'account',
        summary: 'The account that is signed in',
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
      ...operation('usage'),
      schema: {
        ...TAG,
        operationId: 'accountUsage',
        summary: 'Usage by day and operation',
        description: 'What all keys of the account were used for.',
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
      ...operation('phone'),
      schema: {
        ...TAG,
        operationId: 'setPhone',
        summary: 'Set the mobile number',
        description: 'For the text message before the monthly limit; it is used for nothing else.',
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
      ...operation('phone'),
      schema: {
        ...TAG,
        operationId: 'removePhone',
        summary: 'Remove the mobile number',
        description: 'No more text messages.',
        security: [{ session: [] }],
        response: { 200: { description: 'The number is gone.', ...schemas.PhoneReply }, ...errors(401, 403) },
      },
    },
    async (request) => {
      await service.setPhone(holderOf(request).number, null)
      return { phone: null }
    },
  )
}

function keyRoutes(app: App, { service, clock }: AreaOptions): void {
  app.get(
    '/account/keys',
    {
      ...operation('keys'),
      schema: {
        ...TAG,
        operationId: 'listKeys',
        summary: 'List the keys',
        description: 'All keys of the account, the ended ones too. Keys themselves are never shown again.',
        security: [{ session: [] }],
        response: { 200: { description: 'The keys.', ...schemas.KeysReply }, ...errors(401) },
      },
    },
    async (request) => {
      const keys = await service.listKeys(holderOf(request).number)
      return { keys: keys.map((key) => toKeyFields(key, clock.now())) }
    },
  )

  app.post(
    '/account/keys',
    {
      ...operation('keys'),
      schema: {
        ...TAG,
        operationId: 'createKey',
        summary: 'Create a key',
        description: 'Another key of the same account. It is shown once.',
        security: [{ session: [] }],
        body: schemas.CreateKeyBody,
        response: {
          200: { description: 'The new key.', ...schemas.IssuedKeyReply },
          ...errors(400, 401, 403, 409, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const created = await service.createKey(holderOf(request).number, request.body.label ?? null)
      return created.ok ? toIssuedKey(created.value, clock.now()) : refuse(reply, accountProblems, created.failure)
    },
  )

  app.post(
    '/account/keys/:id/rotate',
    {
      ...operation('keys'),
      schema: {
        ...TAG,
        operationId: 'rotateKey',
        summary: 'Replace a key',
        description: 'A new key; the old one goes on working for the overlap, so that callers can change over.',
        security: [{ session: [] }],
        params: schemas.KeyParams,
        body: schemas.RotateKeyBody,
        response: {
          200: { description: 'The new key.', ...schemas.IssuedKeyReply },
          ...errors(400, 401, 403, 404, 409, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const hours = request.body.overlap_hours ?? DEFAULT_OVERLAP_HOURS
      const rotated = await service.rotateKey(holderOf(request).number, request.params.id, hours)
      return rotated.ok ? toIssuedKey(rotated.value, clock.now()) : refuse(reply, accountProblems, rotated.failure)
    },
  )

  app.delete(
    '/account/keys/:id',
    {
      ...operation('keys'),
      schema: {
        ...TAG,
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'The key ends at once.',
        security: [{ session: [] }],
        params: schemas.KeyParams,
        response: { 200: { description: 'The key as it is now.', ...schemas.KeyReply }, ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const revoked = await service.revokeKey(holderOf(request).number, request.params.id)
      return revoked.ok
        ? { key: toKeyFields(revoked.value, clock.now()) }
        : refuse(reply, accountProblems, revoked.failure)
    },
  )
}

function holderOf(request: FastifyRequest): Account {
  if (!request.holder) throw new Error('a route of the account area was reached without a session')
  return request.holder
}

function toAccountReply(account: Account, plans: Plans) {
  return {
    account: { ...toAccountFields(account), name: account.name, phone: account.phone },
    limits: toLimits(plans[account.plan]),
  }
}
