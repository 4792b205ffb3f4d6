import { parseCookie, stringifySetCookie } from 'cookie'
import type { OperationContext, RawInput } from '../../../operations/define-operation.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Account } from '../account.ts'
import type { AccountFailure } from '../failures.ts'
import type { SignIn } from '../sign-in/sign-in.ts'

/** The session cookie of the account area, which no other site can use. */

const COOKIE = 'fairway_session'

export function readSession({ headers }: Pick<RawInput, 'headers'>): string | undefined {
  return parseCookie(String(headers.cookie ?? ''))[COOKIE]
}

/** Writes the cookie of a session, or the one that removes it. An https URL makes it Secure. */
export function writeSession(
  publicUrl: string,
  session?: { readonly token: string; readonly expiresAt: number },
): string {
  return stringifySetCookie({
    name: COOKIE,
    value: session?.token ?? '',
    path: '/account',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    expires: new Date(session?.expiresAt ?? 0),
    ...(!session && { maxAge: 0 }),
  })
}

/** SameSite prevents other sites from using the cookie. This check also covers browsers that do not support it. */
export function checkOrigin(
  publicUrl: string,
): (input: RawInput, context: OperationContext) => Result<undefined, AccountFailure> {
  const own = new URL(publicUrl).host
  return ({ headers: { origin, host } }, { method }) => {
    if (method === 'GET' || typeof origin !== 'string') return ok(undefined)
    const from = URL.parse(origin)?.host
    return from === own || from === host ? ok(undefined) : fail({ kind: 'foreign-origin', origin })
  }
}

/** Finds the account of the session. */
export function findHolder(
  publicUrl: string,
  signIn: SignIn,
): (input: RawInput, context: OperationContext) => Promise<Result<Account, AccountFailure>> {
  const check = checkOrigin(publicUrl)
  return async (input, context) => {
    const checked = check(input, context)
    if (!checked.ok) return checked
    const token = readSession(input)
    const holder = token && (await signIn.findAccount(token))
    return holder ? ok(holder) : fail({ kind: 'not-signed-in' })
  }
}
