import type { AccountReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { SESSION_COOKIE } from '../../state/as-code.ts'
import { ask, type Call, CallFailed } from '../../state/calls.ts'
import { isFlag, isText, kept } from '../../state/kept.ts'

/** `ended`: the user was signed in and no longer is. Data loaded during the session is not shown. */
export type SessionState = 'unknown' | 'in' | 'out' | 'ended'

export const session = signal<SessionState>('unknown')
export const holder = signal<AccountReply | undefined>(undefined)
/** The email address of the last sign-in or sign-up. */
export const accountEmail = kept('email', '', isText)
/** The page cannot read the session cookie. Without this flag, every visitor would cause a useless session request. */
const wasSignedIn = kept('signed-in', false, isFlag)

export const accountCall: Call = { method: 'GET', path: '/account' }

/** Calls an account endpoint. Any of these calls detects that the session has ended. */
export async function askArea<T>(call: Call): Promise<T> {
  try {
    return await ask<T>(call)
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) endSession('ended')
    throw error
  }
}

/** Checks whether the browser still has an earlier session. */
export async function resume(): Promise<void> {
  if (session.value === 'in') return
  if (!wasSignedIn.value) {
    session.value = 'out'
    return
  }
  await askArea<AccountReply>(accountCall).then(begin)
}

export function begin(account: AccountReply): void {
  holder.value = account
  accountEmail.value = account.account.email
  wasSignedIn.value = true
  session.value = 'in'
}

export async function signOut(): Promise<void> {
  await ask({ method: 'POST', path: '/account/sign-out' })
  endSession('out')
}

function endSession(state: 'out' | 'ended'): void {
  holder.value = undefined
  wasSignedIn.value = false
  session.value = state
}

/** For display only: the browser sends its cookie by itself, but a command line must include it. */
export function withSession(call: Call): Call {
  return { ...call, headers: { ...call.headers, cookie: `${SESSION_COOKIE}=YOUR_SESSION` } }
}
