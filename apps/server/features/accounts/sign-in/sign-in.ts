import { hash, randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Account } from '../account.ts'
import { createRandomString } from '../api-key.ts'
import { parseEmail } from '../contact.ts'
import type { AccountFailure } from '../failures.ts'
import type { AccountStore } from '../store.ts'
import type { SignInStore } from './store.ts'

export const CODE_MINUTES = 10
export const MAX_CODE_ATTEMPTS = 5
/** Maximum number of codes per hour that one network can request for one address. */
export const MAX_CODES_PER_HOUR = 5
/**
 * Maximum number of codes per hour for one address in total. This limit is higher than the limit per network, so that a
 * stranger cannot use up the owner's limit. It does not apply to networks from which the owner has signed in.
 */
export const MAX_CODES_PER_ADDRESS = 20
export const SESSION_DAYS = 30
const HOUR_MS = 3_600_000

export interface Challenge {
  readonly id: string
  readonly expiresAt: number
}
export interface Session {
  readonly account: Account
  /** Content of the cookie. Only its hash is stored. */
  readonly token: string
  readonly expiresAt: number
}

export interface SignInOptions {
  readonly accounts: AccountStore
  readonly store: SignInStore
  readonly clock: Clock
  /** Records that a code sent to the address was used, and returns the account of the address. */
  readonly proveAddress: (email: string, network: string | null) => Promise<Account | undefined>
  /** Sends the code. The call is not awaited, so that the reply time reveals nothing about the address. */
  readonly sendCode: (email: string, code: string, minutes: number) => void
}

/** Signs users in with a code sent by email. Replies never reveal whether an address has an account. */
export class SignInService {
  private readonly options: SignInOptions
  constructor(options: SignInOptions) {
    this.options = options
  }

  async requestCode(input: string, network: string): Promise<Result<Challenge, AccountFailure>> {
    const { accounts, store, clock, sendCode } = this.options
    const email = parseEmail(input)
    if (!email) return fail({ kind: 'email-invalid', given: input })
    const now = clock.now()
    const account = await accounts.findByEmail(email)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const challenge = { id: `sgn_${createRandomString(24)}`, expiresAt: now + CODE_MINUTES * 60_000 }
    const row = {
      id: challenge.id,
      email,
      account: account?.number ?? null,
      codeHash: hashCode(challenge.id, code),
      createdAt: now,
      expiresAt: challenge.expiresAt,
      network,
    }
    const limits = { perNetwork: MAX_CODES_PER_HOUR, perAddress: MAX_CODES_PER_ADDRESS }
    const exceededLimit = await store.insertCode(row, now - HOUR_MS, limits)
    if (exceededLimit) {
      const { scope, oldestAt } = exceededLimit
      const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + HOUR_MS - now) / 1000))
      const perHour = scope === 'network' ? MAX_CODES_PER_HOUR : MAX_CODES_PER_ADDRESS
      return fail({ kind: 'too-many-codes', perHour, scope, retryAfterSeconds })
    }
    if (account) sendCode(email, code, CODE_MINUTES)
    return ok(challenge)
  }

  async verifyCode(
    challenge: string,
    code: string,
    network: string | null = null,
  ): Promise<Result<Session, AccountFailure>> {
    const { proveAddress, store, clock } = this.options
    const now = clock.now()
    const check = await this.checkCode(challenge, code)
    if (!check.ok) return check
    // The account is found by address, because its number changes when keys are detached.
    const account = await proveAddress(check.value.email, network)
    if (!account) return fail({ kind: 'code-ended' })
    const token = randomBytes(32).toString('base64url')
    const expiresAt = now + SESSION_DAYS * 86_400_000
    const session = { hash: hash('sha256', token), account: account.number, expiresAt }
    const event = { action: 'session.started', actor: { kind: 'owner', network }, at: now } as const
    if (!(await store.insertSession(session, event))) return fail({ kind: 'code-ended' })
    return ok({ account, token, expiresAt })
  }

  /** Checks a code in the same way as a sign-in, but does not open a session. */
  async checkCode(challenge: string, code: string): Promise<Result<{ readonly email: string }, AccountFailure>> {
    const digits = code.replace(/\s/g, '')
    const { store, clock } = this.options
    const check = await store.checkCode(challenge, hashCode(challenge, digits), clock.now(), MAX_CODE_ATTEMPTS)
    if (check.kind === 'wrong') return fail({ kind: 'code-wrong', triesLeft: check.triesLeft })
    return check.kind === 'right' ? ok({ email: check.email }) : fail({ kind: 'code-ended' })
  }

  /** Finds the account of a session and the time of its sign-in. */
  async findSession(token: string): Promise<{ readonly account: Account; readonly startedAt: number } | undefined> {
    const { accounts, store, clock } = this.options
    const session = await store.findSession(hash('sha256', token), clock.now())
    const account = session && (await accounts.findByNumber(session.account))
    return account && { account, startedAt: session.startedAt }
  }

  async findAccount(token: string): Promise<Account | undefined> {
    return (await this.findSession(token))?.account
  }

  /** Ends all sessions of an account. Returns the number of sessions. */
  async endSessions(account: number, network: string | null): Promise<number> {
    const { store, clock } = this.options
    const event = { action: 'sessions.ended', actor: { kind: 'owner', network }, at: clock.now() } as const
    return await store.deleteSessions(account, event)
  }

  async signOut(token: string, network: string | null = null): Promise<void> {
    const { store, clock } = this.options
    const event = { action: 'session.ended', actor: { kind: 'owner', network }, at: clock.now() } as const
    await store.deleteSession(hash('sha256', token), event)
  }
}

/** Hashes a code with its challenge, because the hash of a six-digit code alone could be looked up. */
function hashCode(challenge: string, code: string): string {
  return hash('sha256', `${challenge} ${code}`)
}
