import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { accountProblems } from '../failures.ts'
import { toInstant } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import { CODE_MINUTES } from '../sign-in/sign-in.ts'
import { AREA, type AreaOptions, areaOperation, COOKIE, toAccountReply } from './area.ts'

export function signInRoutes(app: App, { signIn, plans, publicUrl }: AreaOptions): void {
  const secure = publicUrl.startsWith('https:')
  const attributes = { path: '/account', httpOnly: true, sameSite: 'strict', secure } as const

  app.post(
    '/account/sign-in',
    {
      ...areaOperation('sign-in'),
      schema: {
        ...AREA,
        operationId: 'signIn',
        summary: 'Request a sign-in code',
        description: 'Sends a code to the e-mail address if it has an account. The reply is the same if it has none.',
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
      ...areaOperation('verify'),
      schema: {
        ...AREA,
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
      ...areaOperation('sign-out'),
      schema: {
        ...AREA,
        operationId: 'signOut',
        summary: 'End the session',
        description: 'Ends the session of the cookie, if there is one.',
        security: [{ session: [] }],
        response: {
          200: { description: 'The session has ended.', ...schemas.SignOutReply },
          ...errors(400, 403, 413),
        },
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
