import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { toIsoTime } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import { CODE_MINUTES } from '../sign-in/sign-in.ts'
import {
  ACCOUNT_AREA_DEFAULTS,
  ACCOUNT_AREA_TAGS,
  type AccountAreaOptions,
  SESSION_SECURITY,
  toAccountReply,
  toOwner,
} from './area.ts'
import { checkOrigin, readSessionToken, toSessionCookie } from './session.ts'

export function signInOperations({ service, signIn, plans, publicUrl }: AccountAreaOptions): Operation[] {
  const prepare = checkOrigin(publicUrl)
  return [
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.sign-in',
      method: 'POST',
      idempotent: false,
      path: '/account/sign-in',
      docs: {
        operationId: 'signIn',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'Request a sign-in code',
        description:
          'Sends a code to the email address if an account with this address exists. The reply is the same if there is no such account.',
        security: [],
      },
      body: schemas.SignInBody,
      reply: { description: 'The request was accepted.', schema: schemas.SignInReply },
      errors: [400, 403, 413, 422],
      prepare,
      async handle({ body }, { caller }) {
        const network = caller.kind === 'anonymous' ? caller.address : caller.accountId
        const challenge = await signIn.requestCode(body.email, network)
        if (!challenge.ok) return challenge
        const detail = `If the address has an account, a code was sent to it; the code can be used once, within ${CODE_MINUTES} minutes`
        return jsonReply({ challenge: challenge.value.id, expires_at: toIsoTime(challenge.value.expiresAt), detail })
      },
    }),
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.verify',
      method: 'POST',
      idempotent: false,
      path: '/account/sign-in/verify',
      docs: {
        operationId: 'verifySignIn',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'Sign in with the code',
        description:
          'Opens a session and sets its cookie. The first sign-in confirms the address; `unkept_keys` lists the keys that were created with the address before that sign-in.',
        security: [],
      },
      body: schemas.VerifyBody,
      reply: { description: 'Signed in.', schema: schemas.AccountReply },
      errors: [400, 403, 413, 422],
      prepare,
      async handle({ body }, { caller }) {
        const sessionResult = await signIn.verifyCode(body.challenge, body.code, toOwner(caller).network)
        if (!sessionResult.ok) return sessionResult
        const headers = { 'set-cookie': toSessionCookie(publicUrl, sessionResult.value) }
        const accountReply = await toAccountReply(sessionResult.value.account, { plans, service })
        return jsonReply(accountReply, { headers })
      },
    }),
    defineOperation({
      ...ACCOUNT_AREA_DEFAULTS,
      name: 'area.sign-out',
      method: 'POST',
      idempotent: false,
      path: '/account/sign-out',
      docs: {
        operationId: 'signOut',
        tags: ACCOUNT_AREA_TAGS,
        summary: 'End the session',
        description: 'Ends the session that the cookie identifies, if there is one.',
        security: SESSION_SECURITY,
      },
      reply: { description: 'The session has ended.', schema: schemas.SignOutReply },
      errors: [400, 403, 413],
      prepare,
      async handle(input, { caller }) {
        const token = readSessionToken(input)
        if (token) await signIn.signOut(token, toOwner(caller).network)
        return jsonReply({ signed_out: true }, { headers: { 'set-cookie': toSessionCookie(publicUrl) } })
      },
    }),
  ]
}
