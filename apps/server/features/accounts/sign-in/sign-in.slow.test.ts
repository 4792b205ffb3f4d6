import { hash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { Result } from '../../../platform/result.ts'
import { OPERATOR_ACTOR } from '../audit/audit.ts'
import type { AccountFailure } from '../failures.ts'
import { KeptKeys } from '../kept-keys/kept-keys-store.ts'
import { AccountStore } from '../store.ts'
import {
  type Challenge,
  CODE_MINUTES,
  MAX_CODE_ATTEMPTS,
  MAX_CODES_PER_ADDRESS,
  MAX_CODES_PER_HOUR,
  SESSION_DAYS,
  SignInService,
} from './sign-in.ts'
import { SignInStore } from './store.ts'

const DAY_MS = 86_400_000

function unwrap<T>(result: Result<T, AccountFailure>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.failure)}`)
  return result.value
}
function failureOf(result: Result<unknown, AccountFailure>): AccountFailure {
  if (result.ok) throw new Error(`not refused: ${JSON.stringify(result.value)}`)
  return result.failure
}
/** Returns a different six-digit code. */
function toWrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

const NETWORK = '203.0.113.7'

describeOnDatabases('sign-in', (at) => {
  let clock: FakeClock
  let store: SignInStore
  let signIn: SignInService
  let mails: { email: string; code: string; minutes: number }[]
  let email: string
  let account: number

  beforeEach(async () => {
    clock = new FakeClock()
    store = new SignInStore(at.db)
    mails = []
    const accounts = new AccountStore(at.db)
    const keptKeys = new KeptKeys({ store: accounts, clock, actor: OPERATOR_ACTOR, trialDays: 7, onChange: () => {} })
    signIn = new SignInService({
      accounts,
      store,
      clock,
      proveAddress: (address) => keptKeys.prove(address),
      sendCode: (address, code, minutes) => mails.push({ email: address, code, minutes }),
    })
    account = (await at.addAccounts(1))[0] ?? 0
    email = (await new AccountStore(at.db).findByNumber(account))?.email ?? ''
  })
  /** Requests a challenge and returns it with the mailed code. */
  async function requestCode(): Promise<Challenge & { code: string }> {
    const challenge = unwrap(await signIn.requestCode(email, NETWORK))
    return { ...challenge, code: mails.at(-1)?.code ?? '' }
  }

  describe('sign-in code', () => {
    test('has six digits, is sent to the email of the account and opens a session', async () => {
      const challenge = unwrap(await signIn.requestCode(` ${email.toUpperCase()} `, NETWORK))
      expect(mails).toEqual([{ email, code: expect.stringMatching(/^\d{6}$/), minutes: CODE_MINUTES }])
      expect(challenge.expiresAt).toBe(clock.now() + CODE_MINUTES * 60_000)
      const session = unwrap(await signIn.verifyCode(challenge.id, mails[0]?.code ?? ''))
      expect(session.account.number).toBe(account)
      expect((await signIn.findAccount(session.token))?.number).toBe(account)
    })

    test('may contain spaces', async () => {
      const { id, code } = await requestCode()
      expect((await signIn.verifyCode(id, ` ${code.slice(0, 3)} ${code.slice(3)} `)).ok).toBe(true)
    })

    test('works once', async () => {
      const { id, code } = await requestCode()
      expect((await signIn.verifyCode(id, code)).ok).toBe(true)
      expect(failureOf(await signIn.verifyCode(id, code))).toEqual({ kind: 'code-ended' })
    })

    test('opens one session when ten requests use it concurrently', async () => {
      const { id, code } = await requestCode()
      const results = await Promise.all(Array.from({ length: 10 }, () => signIn.verifyCode(id, code)))
      expect(results.filter((result) => result.ok).length).toBe(1)
      for (const result of results) if (!result.ok) expect(result.failure).toEqual({ kind: 'code-ended' })
      const sessions = await at.db.selectFrom('sessions').selectAll().where('account', '=', account).execute()
      expect(sessions.length).toBe(1)
    })

    test('is valid to its last millisecond and not after', async () => {
      const first = await requestCode()
      const second = await requestCode()
      clock.advance(CODE_MINUTES * 60_000 - 1)
      expect((await signIn.verifyCode(first.id, first.code)).ok).toBe(true)
      clock.advance(1)
      expect(failureOf(await signIn.verifyCode(second.id, second.code))).toEqual({ kind: 'code-ended' })
    })

    test('allows four wrong attempts; the fifth invalidates it', async () => {
      const { id, code } = await requestCode()
      for (let left = MAX_CODE_ATTEMPTS - 1; left > 0; left--) {
        expect(failureOf(await signIn.verifyCode(id, toWrongCode(code)))).toEqual({
          kind: 'code-wrong',
          triesLeft: left,
        })
      }
      expect(failureOf(await signIn.verifyCode(id, toWrongCode(code)))).toEqual({ kind: 'code-ended' })
      expect(failureOf(await signIn.verifyCode(id, code))).toEqual({ kind: 'code-ended' })
    })

    test('is still accepted at the fifth attempt', async () => {
      const { id, code } = await requestCode()
      for (let tries = 1; tries < MAX_CODE_ATTEMPTS; tries++) await signIn.verifyCode(id, toWrongCode(code))
      expect((await signIn.verifyCode(id, code)).ok).toBe(true)
    })

    test('cannot be guessed by concurrent requests: five attempts in total', async () => {
      const { id, code } = await requestCode()
      const guesses = await Promise.all(Array.from({ length: 30 }, () => signIn.verifyCode(id, toWrongCode(code))))
      const judged = guesses.map(failureOf).filter((failure) => failure.kind === 'code-wrong')
      expect(judged.map((failure) => failure.triesLeft).sort()).toEqual([1, 2, 3, 4])
      expect((await signIn.verifyCode(id, code)).ok).toBe(false)
    })

    test('is valid for its own challenge only, and is not stored', async () => {
      const [first, second] = [await requestCode(), await requestCode()]
      if (first.code !== second.code) {
        expect(failureOf(await signIn.verifyCode(first.id, second.code))).toMatchObject({ kind: 'code-wrong' })
      }
      const rows = await at.db.selectFrom('sign_in_codes').selectAll().where('account', '=', account).execute()
      // The hash of six digits alone could be looked up in a table of a million hashes.
      const guessable = [first.code, second.code].map((code) => hash('sha256', code))
      for (const row of rows) expect(guessable).not.toContain(row.code_hash)
      expect(rows.map((row) => row.code_hash)).toEqual(rows.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)))
    })

    test.each(['', 'sgn_unknown', "' or 1=1 --"])('treats a challenge such as %j like an expired one', async (id) => {
      expect(failureOf(await signIn.verifyCode(id, '123456'))).toEqual({ kind: 'code-ended' })
    })
  })

  describe('email without an account', () => {
    test('gets the same replies at every step, and no mail', async () => {
      const existing = unwrap(await signIn.requestCode(email, NETWORK))
      const unknown = unwrap(await signIn.requestCode('stranger@example.com', NETWORK))
      expect(Object.keys(unknown)).toEqual(Object.keys(existing))
      expect(unknown.expiresAt).toBe(existing.expiresAt)
      expect([unknown.id.length, unknown.id.slice(0, 4)]).toEqual([existing.id.length, existing.id.slice(0, 4)])
      expect(mails.map((mail) => mail.email)).toEqual([email])

      const code = mails[0]?.code ?? ''
      for (let tries = 0; tries < MAX_CODE_ATTEMPTS + 1; tries++) {
        const [ours, theirs] = [
          await signIn.verifyCode(existing.id, toWrongCode(code)),
          await signIn.verifyCode(unknown.id, 'abc'),
        ]
        expect(failureOf(theirs)).toEqual(failureOf(ours))
      }
    })

    test('reports an invalid email', async () => {
      expect(failureOf(await signIn.requestCode('nobody', NETWORK))).toEqual({ kind: 'email-invalid', given: 'nobody' })
    })
  })

  describe('codes per email', () => {
    test('are limited equally for known and unknown emails, in every spelling', async () => {
      for (const candidateEmail of [email, 'stranger-2@example.com']) {
        for (let count = 0; count < MAX_CODES_PER_HOUR; count++) {
          unwrap(await signIn.requestCode(count % 2 ? candidateEmail : ` ${candidateEmail.toUpperCase()}`, NETWORK))
        }
        expect(failureOf(await signIn.requestCode(candidateEmail, NETWORK))).toEqual({
          kind: 'too-many-codes',
          perHour: MAX_CODES_PER_HOUR,
          scope: 'network',
          retryAfterSeconds: 3600,
        })
      }
      expect(mails.length).toBe(MAX_CODES_PER_HOUR)
    })

    test('are available again after the given time, without delaying other emails', async () => {
      const results = await Promise.all(Array.from({ length: 20 }, () => signIn.requestCode(email, NETWORK)))
      expect(results.filter((result) => result.ok).length).toBe(MAX_CODES_PER_HOUR)
      expect((await signIn.requestCode('stranger-3@example.com', NETWORK)).ok).toBe(true)
      clock.advance(3_600_000 - 1000)
      expect(failureOf(await signIn.requestCode(email, NETWORK))).toMatchObject({
        kind: 'too-many-codes',
        retryAfterSeconds: 1,
      })
      clock.advance(1000)
      for (let count = 0; count < MAX_CODES_PER_HOUR; count++) unwrap(await signIn.requestCode(email, NETWORK))
      expect((await signIn.requestCode(email, NETWORK)).ok).toBe(false)
    })
  })

  describe('codes requested by a stranger', () => {
    test('do not prevent the owner from signing in from another network', async () => {
      const { id, code } = await requestCode()
      for (let count = 0; count < MAX_CODES_PER_HOUR; count++) unwrap(await signIn.requestCode(email, 'stranger'))
      expect(failureOf(await signIn.requestCode(email, 'stranger'))).toMatchObject({ scope: 'network' })
      unwrap(await signIn.requestCode(email, NETWORK))
      unwrap(await signIn.verifyCode(id, code))
    })

    test('are limited in total, and leave codes that were already sent valid', async () => {
      const { id, code } = await requestCode()
      for (let count = 1; count < MAX_CODES_PER_ADDRESS; count++) {
        unwrap(await signIn.requestCode(email, `stranger-${count}`))
      }
      expect(failureOf(await signIn.requestCode(email, 'stranger'))).toEqual({
        kind: 'too-many-codes',
        perHour: MAX_CODES_PER_ADDRESS,
        scope: 'address',
        retryAfterSeconds: 3600,
      })
      unwrap(await signIn.verifyCode(id, code))
    })

    test('of strangers do not keep the owner from signing in from a network used before', async () => {
      const first = await requestCode()
      unwrap(await signIn.verifyCode(first.id, first.code, NETWORK))
      clock.advance(2 * 3_600_000)
      for (let count = 0; count < MAX_CODES_PER_ADDRESS; count++) {
        unwrap(await signIn.requestCode(email, `stranger-${count}`))
      }
      expect(failureOf(await signIn.requestCode(email, 'stranger'))).toMatchObject({ scope: 'address' })
      for (let count = 0; count < MAX_CODES_PER_HOUR; count++) {
        const { id, code } = await requestCode()
        unwrap(await signIn.verifyCode(id, code, NETWORK))
      }
      expect(failureOf(await signIn.requestCode(email, NETWORK))).toMatchObject({ scope: 'network' })
    })
  })

  describe('session', () => {
    async function open() {
      const { id, code } = await requestCode()
      return unwrap(await signIn.verifyCode(id, code))
    }

    test('ends after thirty days, to the millisecond', async () => {
      const { token, expiresAt } = await open()
      expect(expiresAt).toBe(clock.now() + SESSION_DAYS * DAY_MS)
      clock.advance(SESSION_DAYS * DAY_MS - 1)
      expect((await signIn.findAccount(token))?.number).toBe(account)
      clock.advance(1)
      expect(await signIn.findAccount(token)).toBeUndefined()
    })

    test('ends at sign-out, and no other session with it', async () => {
      const [first, second] = [await open(), await open()]
      expect(first.token).not.toBe(second.token)
      await signIn.signOut(first.token)
      await signIn.signOut(first.token)
      expect(await signIn.findAccount(first.token)).toBeUndefined()
      expect((await signIn.findAccount(second.token))?.number).toBe(account)
    })

    test('is stored as a hash, and neither the hash nor another string opens it', async () => {
      const { token } = await open()
      const [row] = await at.db.selectFrom('sessions').selectAll().where('account', '=', account).execute()
      expect(row?.hash).toMatch(/^[0-9a-f]{64}$/)
      for (const invalidToken of [row?.hash ?? '', '', `${token}x`, token.slice(1)]) {
        expect(await signIn.findAccount(invalidToken)).toBeUndefined()
      }
    })
  })

  test('cleans up expired records and nothing else', async () => {
    const old = await requestCode()
    const session = unwrap(await signIn.verifyCode(old.id, old.code))
    clock.advance(SESSION_DAYS * DAY_MS - 60_000)
    const fresh = await requestCode()
    await store.deleteExpired(clock.now(), DAY_MS)
    const codes = async () =>
      (await at.db.selectFrom('sign_in_codes').select('id').where('account', '=', account).execute()).map(
        (row) => row.id,
      )
    expect(await codes()).toEqual([fresh.id])
    expect((await signIn.findAccount(session.token))?.number).toBe(account)
    clock.advance(DAY_MS + 1)
    await store.deleteExpired(clock.now(), DAY_MS)
    expect(await codes()).toEqual([])
    expect(await at.db.selectFrom('sessions').selectAll().where('account', '=', account).execute()).toEqual([])
  })
})
