import { Readable } from 'node:stream'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply, streamedReply } from '../../../operations/reply.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { parseEmail } from '../contact.ts'
import type { AccountFailure } from '../failures.ts'
import { exportAccount } from '../life/export-account.ts'
import * as schemas from '../life/life-schemas.ts'
import type { SignInService } from '../sign-in/sign-in.ts'
import { ACCOUNT_AREA_DEFAULTS, ACCOUNT_AREA_TAGS, type AccountAreaOptions, SESSION_SECURITY, toOwner } from './area.ts'
import { findSession, findSessionAccount, toSessionCookie } from './session.ts'

/**
 * Maximum age of a sign-in that is sufficient to delete the account, in minutes. An older session may be on a device
 * that someone else uses.
 */
const MAX_SIGN_IN_AGE_MINUTES = 15
const BUFFER_BYTES = 64 * 1024

/** Creates the operations that end sessions and that export or delete the account. */
export function lifeOperations(area: AccountAreaOptions): Operation[] {
  return [endSessions(area), exportOperation(area), deleteAccount(area)]
}

function endSessions({ publicUrl, signIn }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.sessions',
    method: 'DELETE',
    path: '/account/sessions',
    docs: {
      operationId: 'endSessions',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'End all sessions',
      description:
        'Signs out every browser, including the current one, and invalidates unused sign-in codes. Keys still work.',
      security: SESSION_SECURITY,
    },
    reply: { description: 'The sessions have ended.', schema: schemas.EndSessionsReply },
    errors: [400, 401, 403, 413],
    prepare: findSessionAccount(publicUrl, signIn),
    async handle(_input, { prepared: account, caller }) {
      const endedSessions = await signIn.endSessions(account.number, toOwner(caller).network)
      return jsonReply({ ended: endedSessions }, { headers: { 'set-cookie': toSessionCookie(publicUrl) } })
    },
  })
}

function exportOperation(area: AccountAreaOptions): Operation {
  const { publicUrl, signIn, audit, exportStores, exportLeases, flushUsage } = area
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.export',
    method: 'GET',
    path: '/account/export',
    docs: {
      operationId: 'exportAccount',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'Export all data of the account',
      description:
        'Returns everything that is stored about the account as one JSON document: the account, keys, sessions, SMS messages, usage, assets with their routes and tracks, events and their rules, jobs, solutions, links for recipients, and the audit log. To get the result of a job, use `GET /v1/jobs/{id}/result`. The document may be large and is streamed. An account can run one export at a time. A document that does not end with `}` is incomplete.',
      security: SESSION_SECURITY,
    },
    reply: { description: 'The data.', schema: schemas.ExportReply },
    errors: [401],
    prepare: findSessionAccount(publicUrl, signIn),
    async handle(_input, context) {
      const account = context.prepared
      const headers = { 'content-disposition': `attachment; filename="${account.id}.json"` }
      const now = context.now()
      const document = () => exportAccount(exportStores, account, now)
      if (context.method === 'HEAD') return streamedReply({ stream: () => toStream(document()) }, { headers })
      const { isTaken, until } = await exportLeases.take(account.number, now)
      if (!isTaken) {
        const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000))
        return fail({ kind: 'export-running', retryAfterSeconds })
      }
      await flushUsage()
      await audit.write(account.number, { action: 'account.exported', actor: toOwner(context.caller), at: now })
      const body = () => toStream(exportLeases.hold(account.number, until, document(), () => context.now()))
      return streamedReply({ stream: body }, { headers })
    },
  })
}

function toStream(document: AsyncIterable<string>): Readable {
  return Readable.from(document, { objectMode: false, highWaterMark: BUFFER_BYTES })
}

function deleteAccount({ publicUrl, signIn, audit, deletion, flushUsage }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.delete',
    method: 'DELETE',
    path: '/account',
    docs: {
      operationId: 'deleteAccount',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'Delete the account and all its data',
      description: `Keys and sessions stop working immediately, and usage is deleted; assets, tracks and the audit log are deleted right after the reply. This cannot be undone. Requires a sign-in within the last ${MAX_SIGN_IN_AGE_MINUTES} minutes, or a new code. You can sign up again with the same address.`,
      security: SESSION_SECURITY,
    },
    body: schemas.DeleteAccountBody,
    reply: { description: 'The account is deleted.', schema: schemas.DeleteAccountReply },
    errors: [400, 401, 403, 413, 422],
    prepare: findSession(publicUrl, signIn),
    async handle({ body }, context) {
      const { account, startedAt } = context.prepared
      const [actor, nowMs] = [toOwner(context.caller), context.now()]
      const check = await checkDeletion(signIn, { ...body, email: account.email, ageMs: nowMs - startedAt })
      if (!check.ok) {
        const details = { reason: check.failure.kind }
        await audit.write(account.number, { action: 'account.deletion-refused', actor, at: nowMs, details })
        return check
      }
      await flushUsage()
      await deletion.deleteInBackground(account, actor, nowMs)
      return jsonReply({ deleted: true }, { headers: { 'set-cookie': toSessionCookie(publicUrl) } })
    },
  })
}

interface DeletionRequest {
  readonly confirm: string
  readonly challenge?: string
  readonly code?: string
  /** Email address of the account. */
  readonly email: string
  /** Time since the sign-in, in milliseconds. */
  readonly ageMs: number
}

/** Checks that the owner confirmed the deletion and has recently signed in or entered a code. */
async function checkDeletion(
  signIn: SignInService,
  { confirm, challenge, code, email, ageMs }: DeletionRequest,
): Promise<Result<undefined, AccountFailure>> {
  if (parseEmail(confirm) !== email) return fail({ kind: 'confirmation-wrong', given: confirm })
  if (ageMs <= MAX_SIGN_IN_AGE_MINUTES * 60_000) return ok(undefined)
  if (challenge === undefined || code === undefined) {
    const minutes = Math.floor(ageMs / 60_000)
    return fail({ kind: 'sign-in-too-old', minutes, maxMinutes: MAX_SIGN_IN_AGE_MINUTES })
  }
  const check = await signIn.checkCode(challenge, code)
  if (!check.ok) return check
  return check.value.email === email ? ok(undefined) : fail({ kind: 'code-ended' })
}
