import type { AccountReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { SESSION_COOKIE } from '../../state/as-code.ts'
import { type ApiCall, CallError, callApi } from '../../state/calls.ts'
import { isBoolean, isString, persistentSignal } from '../../state/persistent-signal.ts'

/** In state `ended`, the user was signed in but no longer is, and the page hides the data of the session. */
export type SessionState = 'unknown' | 'in' | 'out' | 'ended'

export const session = signal<SessionState>('unknown')
export const signedInAccount = signal<AccountReply | undefined>(undefined)
/** Email address of the last sign-in or sign-up. */
export const accountEmail = persistentSignal('email', '', isString)
/**
 * Whether the browser may have a session. The page cannot read the session cookie, and without this flag every visit
 * would send a session request.
 */
const wasSignedIn = persistentSignal('signed-in', false, isBoolean)

export const accountCall: ApiCall = { method: 'GET', path: '/account' }

/** Calls an account endpoint. A 401 response means that the session has ended. */
export async function callAccountApi<T>(call: ApiCall): Promise<T> {
  try {
    return await callApi<T>(call)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) endSession('ended')
    throw error
  }
}

/** Checks whether the browser still has an earlier session. */
export async function resumeSession(): Promise<void> {
  if (session.value === 'in') return
  if (!wasSignedIn.value) {
    session.value = 'out'
    return
  }
  await callAccountApi<AccountReply>(accountCall).then(beginSession)
}

export function beginSession(account: AccountReply): void {
  signedInAccount.value = account
  accountEmail.value = account.account.email
  wasSignedIn.value = true
  session.value = 'in'
}

export async function signOut(): Promise<void> {
  await callApi({ method: 'POST', path: '/account/sign-out' })
  endSession('out')
}

export function endSession(state: 'out' | 'ended'): void {
  signedInAccount.value = undefined
  wasSignedIn.value = false
  session.value = state
}

/**
 * Adds the session cookie to a displayed call. The browser sends the cookie automatically, but a command line does not.
 */
export function addSessionHeader(call: ApiCall): ApiCall {
  return { ...call, headers: { ...call.headers, cookie: `${SESSION_COOKIE}=YOUR_SESSION` } }
}
