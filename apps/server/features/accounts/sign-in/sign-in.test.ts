import { hash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { Result } from '../../../platform/result.ts'
import type { AccountFailure } from '../failures.ts'
import { AccountStore } from '../store.ts'
import { type Challenge, CODE_MINUTES, CODE_TRIES, CODES_PER_HOUR, SESSION_DAYS, SignIn } from './sign-in.ts'
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
/** A different six-digit code. */
function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

describeOnDatabases('sign-in', (at) => {
  let clock: FakeClock
  let store: SignInStore
  let signIn: SignIn
  let mails: { email: string; code: string; minutes: number }[]
  let email: string
  let account: number

  beforeEach(async () => {
    clock = new FakeClock()
    store = new SignInStore(at.db)
    mails = []
    signIn = new SignIn({
      accounts: new AccountStore(at.db),
      store,
      clock,
      sendCode: (address, code, minutes) => mails.push({ email: address, code, minutes }),
    })
    account = (await at.addAccounts(1))[0] ?? 0
    email = (await new AccountStore(at.db).findByNumber(account))?.email ?? ''
  })
  /** A challenge and the code mailed for it. */
  async function begin(): Promise<Challenge & { code: string }> {
    const challenge = unwrap(await signIn.begin(email))
    return { ...challenge, code: mails.at(-1)?.code ?? '' }
  }

  describe('sign-in code', () => {
    test('has six digits, is sent to the email of the account and opens a session', async () => {
      const challenge = unwrap(await signIn.begin(` ${email.toUpperCase()} `))
      expect(mails).toEqual([{ email, code: expect.stringMatching(/^\d{6}$/), minutes: CODE_MINUTES }])
      expect(challenge.expiresAt).toBe(clock.now() + CODE_MINUTES * 60_000)
      const session = unwrap(await signIn.finish(challenge.id, mails[0]?.code ?? ''))
      expect(session.account.number).toBe(account)
      expect((await signIn.findAccount(session.token))?.number).toBe(account)
    })

    test('may contain spaces', async () => {
      const { id, code } = await begin()
      expect((await signIn.finish(id, ` ${code.slice(0, 3)} ${code.slice(3)} `)).ok).toBe(true)
    })

    test('works once', async () => {
      const { id, code } = await begin()
      expect((await signIn.finish(id, code)).ok).toBe(true)
      expect(failureOf(await signIn.finish(id, code))).toEqual({ kind: 'code-ended' })
    })

    test('opens one session when ten requests use it concurrently', async () => {
      const { id, code } = await begin()
      const results = await Promise.all(Array.from({ length: 10 }, () => signIn.finish(id, code)))
      expect(results.filter((result) => result.ok).length).toBe(1)
      for (const result of results) if (!result.ok) expect(result.failure).toEqual({ kind: 'code-ended' })
      const sessions = await at.db.selectFrom('sessions').selectAll().where('account', '=', account).execute()
      expect(sessions.length).toBe(1)
    })

    test('is valid to its last millisecond and not after', async () => {
      const first = await begin()
      const second = await begin()
      clock.advance(CODE_MINUTES * 60_000 - 1)
      expect((await signIn.finish(first.id, first.code)).ok).toBe(true)
      clock.advance(1)
      expect(failureOf(await signIn.finish(second.id, second.code))).toEqual({ kind: 'code-ended' })
    })

    test('allows four wrong attempts; the fifth invalidates it', async () => {
      const { id, code } = await begin()
      for (let left = CODE_TRIES - 1; left > 0; left--) {
        expect(failureOf(await signIn.finish(id, wrong(code)))).toEqual({ kind: 'code-wrong', triesLeft: left })
      }
      expect(failureOf(await signIn.finish(id, wrong(code)))).toEqual({ kind: 'code-ended' })
      expect(failureOf(await signIn.finish(id, code))).toEqual({ kind: 'code-ended' })
    })

    test('is still accepted at the fifth attempt', async () => {
      const { id, code } = await begin()
      for (let tries = 1; tries < CODE_TRIES; tries++) await signIn.finish(id, wrong(code))
      expect((await signIn.finish(id, code)).ok).toBe(true)
    })

    test('cannot be guessed by concurrent requests: five attempts in total', async () => {
      const { id, code } = await begin()
      const guesses = await Promise.all(Array.from({ length: 30 }, () => signIn.finish(id, wrong(code))))
      const judged = guesses.map(failureOf).filter((failure) => failure.kind === 'code-wrong')
      expect(judged.map((failure) => failure.triesLeft).sort()).toEqual([1, 2, 3, 4])
      expect((await signIn.finish(id, code)).ok).toBe(false)
    })

    test('is valid for its own challenge only, and is not stored', async () => {
      const [first, second] = [await begin(), await begin()]
      if (first.code !== second.code) {
        expect(failureOf(await signIn.finish(first.id, second.code))).toMatchObject({ kind: 'code-wrong' })
      }
      const rows = await at.db.selectFrom('sign_in_codes').selectAll().where('account', '=', account).execute()
      // The hash of six digits alone could be looked up in a table of a million.
      const guessable = [first.code, second.code].map((code) => hash('sha256', code))
      for (const row of rows) expect(guessable).not.toContain(row.code_hash)
      expect(rows.map((row) => row.code_hash)).toEqual(rows.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)))
    })

    test.each(['', 'sgn_unknown', "' or 1=1 --"])('treats a challenge such as %j like an expired one', async (id) => {
      expect(failureOf(await signIn.finish(id, '123456'))).toEqual({ kind: 'code-ended' })
    })
  })

  describe('email without an account', () => {
    test('gets the same replies at every step, and no mail', async () => {
      const known = unwrap(await signIn.begin(email))
      const unknown = unwrap(await signIn.begin('stranger@example.com'))
      expect(Object.keys(unknown)).toEqual(Object.keys(known))
      expect(unknown.expiresAt).toBe(known.expiresAt)
      expect([unknown.id.length, unknown.id.slice(0, 4)]).toEqual([known.id.length, known.id.slice(0, 4)])
      expect(mails.map((mail) => mail.email)).toEqual([email])

      const code = mails[0]?.code ?? ''
      for (let tries = 0; tries < CODE_TRIES + 1; tries++) {
        const [ours, theirs] = [await signIn.finish(known.id, wrong(code)), await signIn.finish(unknown.id, 'abc')]
        expect(failureOf(theirs)).toEqual(failureOf(ours))
      }
    })

    test('reports an invalid email', async () => {
      expect(failureOf(await signIn.begin('nobody'))).toEqual({ kind: 'email-invalid', given: 'nobody' })
    })
  })

  describe('codes per email', () => {
    test('are limited equally for known and unknown emails, in every spelling', async () => {
      for (const address of [email, 'stranger-2@example.com']) {
        for (let count = 0; count < CODES_PER_HOUR; count++) {
          unwrap(await signIn.begin(count % 2 ? address : ` ${address.toUpperCase()}`))
        }
        expect(failureOf(await signIn.begin(address))).toEqual({
          kind: 'too-many-codes',
          perHour: CODES_PER_HOUR,
          retryAfterSeconds: 3600,
        })
      }
      expect(mails.length).toBe(CODES_PER_HOUR)
    })

    test('are available again after the given time, without delaying other emails', async () => {
      const results = await Promise.all(Array.from({ length: 20 }, () => signIn.begin(email)))
      expect(results.filter((result) => result.ok).length).toBe(CODES_PER_HOUR)
      expect((await signIn.begin('stranger-3@example.com')).ok).toBe(true)
      clock.advance(3_600_000 - 1000)
      expect(failureOf(await signIn.begin(email))).toMatchObject({ kind: 'too-many-codes', retryAfterSeconds: 1 })
      clock.advance(1000)
      for (let count = 0; count < CODES_PER_HOUR; count++) unwrap(await signIn.begin(email))
      expect((await signIn.begin(email)).ok).toBe(false)
    })
  })

  describe('session', () => {
    async function open() {
      const { id, code } = await begin()
      return unwrap(await signIn.finish(id, code))
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
      await signIn.end(first.token)
      await signIn.end(first.token)
      expect(await signIn.findAccount(first.token)).toBeUndefined()
      expect((await signIn.findAccount(second.token))?.number).toBe(account)
    })

    test('is stored as a hash, and neither the hash nor another string opens it', async () => {
      const { token } = await open()
      const [row] = await at.db.selectFrom('sessions').selectAll().where('account', '=', account).execute()
      expect(row?.hash).toMatch(/^[0-9a-f]{64}$/)
      for (const text of [row?.hash ?? '', '', `${token}x`, token.slice(1)]) {
        expect(await signIn.findAccount(text)).toBeUndefined()
      }
    })
  })

  test('cleans up expired records and nothing else', async () => {
    const old = await begin()
    const session = unwrap(await signIn.finish(old.id, old.code))
    clock.advance(SESSION_DAYS * DAY_MS - 60_000)
    const fresh = await begin()
    await store.deleteEnded(clock.now(), DAY_MS)
    const codes = async () =>
      (await at.db.selectFrom('sign_in_codes').select('id').where('account', '=', account).execute()).map(
        (row) => row.id,
      )
    expect(await codes()).toEqual([fresh.id])
    expect((await signIn.findAccount(session.token))?.number).toBe(account)
    clock.advance(DAY_MS + 1)
    await store.deleteEnded(clock.now(), DAY_MS)
    expect(await codes()).toEqual([])
    expect(await at.db.selectFrom('sessions').selectAll().where('account', '=', account).execute()).toEqual([])
  })
})
