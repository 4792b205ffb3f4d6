import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { json } from '../../../operations/reply.ts'
import { toInstant } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import { CODE_MINUTES } from '../sign-in/sign-in.ts'
import { AREA, AREA_TAGS, type AreaOptions, BY_SESSION, toAccountReply } from './area.ts'
import { checkOrigin, readSession, writeSession } from './session.ts'

export function signInOperations({ signIn, plans, publicUrl }: AreaOptions): Operation[] {
  const prepare = checkOrigin(publicUrl)
  return [
    defineOperation({
      ...AREA,
      name: 'area.sign-in',
      method: 'POST',
      path: '/account/sign-in',
      docs: {
        operationId: 'signIn',
        tags: AREA_TAGS,
        summary: 'Request a sign-in code',
        description: 'Sends a code to the e-mail address if it has an account. The reply is the same if it has none.',
        security: [],
      },
      body: schemas.SignInBody,
      reply: { description: 'A code is on its way.', schema: schemas.SignInReply },
      errors: [400, 403, 413, 422],
      prepare,
      async handle({ body }) {
        const begun = await signIn.begin(body.email)
        if (!begun.ok) return begun
        const detail = `If the address has an account, a code was sent to it; it works once, within ${CODE_MINUTES} minutes`
        return json({ challenge: begun.value.id, expires_at: toInstant(begun.value.expiresAt), detail })
      },
    }),
    defineOperation({
      ...AREA,
      name: 'area.verify',
      method: 'POST',
      path: '/account/sign-in/verify',
      docs: {
        operationId: 'verifySignIn',
        tags: AREA_TAGS,
        summary: 'Sign in with the code',
        description: 'Opens a session and sets its cookie.',
        security: [],
      },
      body: schemas.VerifyBody,
      reply: { description: 'Signed in.', schema: schemas.AccountReply },
      errors: [400, 403, 413, 422],
      prepare,
      async handle({ body }) {
        const opened = await signIn.finish(body.challenge, body.code)
        if (!opened.ok) return opened
        const headers = { 'set-cookie': writeSession(publicUrl, opened.value) }
        return json(toAccountReply(opened.value.account, plans), { headers })
      },
    }),
    defineOperation({
      ...AREA,
      name: 'area.sign-out',
      method: 'POST',
      path: '/account/sign-out',
      docs: {
        operationId: 'signOut',
        tags: AREA_TAGS,
        summary: 'End the session',
        description: 'Ends the session of the cookie, if there is one.',
        security: BY_SESSION,
      },
      reply: { description: 'The session has ended.', schema: schemas.SignOutReply },
      errors: [400, 403, 413],
      prepare,
      async handle(input) {
        const token = readSession(input)
        if (token) await signIn.end(token)
        return json({ signed_out: true }, { headers: { 'set-cookie': writeSession(publicUrl) } })
      },
    }),
  ]
}
