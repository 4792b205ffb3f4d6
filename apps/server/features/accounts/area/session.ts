import { parseCookie, stringifySetCookie } from 'cookie'
import type { OperationContext, RawInput } from '../../../operations/define-operation.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Account } from '../account.ts'
import type { AccountFailure } from '../failures.ts'
import type { SignInService } from '../sign-in/sign-in.ts'

/** Name of the session cookie of the account area, which browsers send only with requests from the same site. */

const SESSION_COOKIE = 'fairway_session'

export function readSessionToken({ headers }: Pick<RawInput, 'headers'>): string | undefined {
  return parseCookie(String(headers.cookie ?? ''))[SESSION_COOKIE]
}

/**
 * Returns the Set-Cookie value that sets or removes the session cookie. With an https URL, the cookie is marked as
 * Secure.
 */
export function toSessionCookie(
  publicUrl: string,
  session?: { readonly token: string; readonly expiresAt: number },
): string {
  return stringifySetCookie({
    name: SESSION_COOKIE,
    value: session?.token ?? '',
    path: '/account',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    expires: new Date(session?.expiresAt ?? 0),
    ...(!session && { maxAge: 0 }),
  })
}

/**
 * Checks the origin of a request. SameSite prevents other sites from using the cookie, but some browsers do not support
 * SameSite.
 */
export function checkOrigin(
  publicUrl: string,
): (input: RawInput, context: OperationContext) => Result<undefined, AccountFailure> {
  const publicHost = new URL(publicUrl).host
  return ({ headers: { origin, host } }, { method }) => {
    if (method === 'GET' || typeof origin !== 'string') return ok(undefined)
    const originHost = URL.parse(origin)?.host
    return originHost === publicHost || originHost === host ? ok(undefined) : fail({ kind: 'foreign-origin', origin })
  }
}

interface OpenSession {
  readonly account: Account
  /** Time of the sign-in, in milliseconds. */
  readonly startedAt: number
}

/** Finds the session of a request from the account pages. */
export function findSession(
  publicUrl: string,
  signIn: SignInService,
): (input: RawInput, context: OperationContext) => Promise<Result<OpenSession, AccountFailure>> {
  const checkRequestOrigin = checkOrigin(publicUrl)
  return async (input, context) => {
    const originCheck = checkRequestOrigin(input, context)
    if (!originCheck.ok) return originCheck
    const token = readSessionToken(input)
    const session = token && (await signIn.findSession(token))
    return session ? ok(session) : fail({ kind: 'not-signed-in' })
  }
}

export function findSessionAccount(
  publicUrl: string,
  signIn: SignInService,
): (input: RawInput, context: OperationContext) => Promise<Result<Account, AccountFailure>> {
  const findRequestSession = findSession(publicUrl, signIn)
  return async (input, context) => {
    const session = await findRequestSession(input, context)
    return session.ok ? ok(session.value.account) : session
  }
}
