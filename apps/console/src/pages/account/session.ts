import type { AccountReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { SESSION_COOKIE } from '../../state/as-code.ts'
import { ask, type Call, CallFailed } from '../../state/calls.ts'
import { isFlag, isText, kept } from '../../state/kept.ts'

/** `ended`: somebody was signed in and is not any more. What the page had been told until then is not shown. */
export type SessionState = 'unknown' | 'in' | 'out' | 'ended'

export const session = signal<SessionState>('unknown')
export const holder = signal<AccountReply | undefined>(undefined)
/** The address that was signed in or signed up with last. */
export const accountEmail = kept('email', '', isText)
/** The cookie cannot be read by the page: without this, everybody would be asked for one in vain. */
const wasSignedIn = kept('signed-in', false, isFlag)

export const accountCall: Call = { method: 'GET', path: '/account' }

/** A call of the account area. That the session has ended is noticed here, whichever call it was. */
export async function askArea<T>(call: Call): Promise<T> {
  try {
    return await ask<T>(call)
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) endSession('ended')
    throw error
  }
}

/** Whether the browser still has a session from before. */
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

/** For showing: the browser sends its cookie by itself, a command needs it in words. */
export function withSession(call: Call): Call {
  return { ...call, headers: { ...call.headers, cookie: `${SESSION_COOKIE}=YOUR_SESSION` } }
}
