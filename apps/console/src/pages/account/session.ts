import type { AccountReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { SESSION_COOKIE } from '../../state/as-code.ts'
import { type ApiCall, CallError, callApi } from '../../state/calls.ts'
import { isBoolean, isString, persistentSignal } from '../../state/persistent-signal.ts'

/** `ended`: the user was signed in and no longer is. Data loaded during the session is not shown. */
export type SessionState = 'unknown' | 'in' | 'out' | 'ended'

export const session = signal<SessionState>('unknown')
export const signedInAccount = signal<AccountReply | undefined>(undefined)
/** The email address of the last sign-in or sign-up. */
export const accountEmail = persistentSignal('email', '', isString)
/** The page cannot read the session cookie. Without this flag, every visitor would cause a useless session request. */
const wasSignedIn = persistentSignal('signed-in', false, isBoolean)

export const accountCall: ApiCall = { method: 'GET', path: '/account' }

/** Calls an account endpoint. Any of these calls detects that the session has ended. */
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

/** For display only: the browser sends its cookie by itself, but a command line must include it. */
export function addSessionHeader(call: ApiCall): ApiCall {
  return { ...call, headers: { ...call.headers, cookie: `${SESSION_COOKIE}=YOUR_SESSION` } }
}
