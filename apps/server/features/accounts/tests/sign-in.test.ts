import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { type SmtpSink, startSmtpSink } from '../../../../../tests/support/servers/smtp.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import {
  findCodeInLog,
  newEmail,
  readCode,
  requestChallenge,
  signUp,
  toSessionHeaders,
  verify,
} from './sample-accounts.ts'

const MINUTE_MS = 60_000
const ROOMY = { anonymousBurst: 100_000 }

function requestCode(service: TestService, email: string) {
  return service.app.inject({ method: 'POST', url: '/account/sign-in', payload: { email } })
}

/** Changes a digit, so that the result never equals the sent code. */
function toWrongCode(code: string): string {
  return code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
}

describeOnStores('sign-in', ({ kind, start, startShared }) => {
  let smtp: SmtpSink
  let service: TestService
  beforeAll(async () => {
    smtp = await startSmtpSink()
    service = await startShared({ config: { ...ROOMY, smtpUrl: smtp.url } })
  })
  afterAll(() => smtp?.dispose())

  async function mailedCode(email: string): Promise<string> {
    return readCode((await smtp.next(({ to }) => to.includes(email))).text)
  }
  async function signInByMail(email: string) {
    const challenge = await requestChallenge(service, email)
    return verify(service, challenge, await mailedCode(email))
  }

  test('sends the code by mail to the email of the account only, and opens a session', async () => {
    const { email, id } = await signUp(service, { name: 'Ada', phone: '+59821234567' })
    const asked = expectServed(await requestCode(service, email))
    expect(asked.json()).toEqual({
      challenge: expect.stringMatching(/^sgn_[0-9A-Za-z]{24}$/),
      expires_at: '2026-11-15T12:10:00.000Z',
      detail: expect.stringMatching(/10 minutes/),
    })
    const mail = await smtp.next(({ to }) => to.includes(email))
    expect(mail.to).toEqual([email])
    const opened = expectServed(await verify(service, asked.json().challenge, readCode(mail.text)))
    expect(opened.json()).toEqual({
      account: {
        id,
        email,
        plan: 'trial',
        created_at: '2026-11-15T12:00:00.000Z',
        expires_at: '2026-11-22T12:00:00.000Z',
        name: 'Ada',
        phone: '+59821234567',
        phone_proved: false,
        shares_traffic: true,
        proved_at: '2026-11-15T12:00:00.000Z',
      },
      limits: {
        routes_per_month: 25_000,
        per_second: 2,
        burst: 4,
        live_tracking: { web_polls_per_s: 0.2, api_live_polls_per_s: null, gps_push_per_s: null, max_assets: 5 },
      },
      unkept_keys: [],
    })
    const account = await service.app.inject({ url: '/account', headers: toSessionHeaders(opened) })
    expect(expectServed(account).json()).toEqual(opened.json())
  })

  test('accepts the email in another case', async () => {
    const { email } = await signUp(service)
    const challenge = await requestChallenge(service, email.toUpperCase())
    expectServed(await verify(service, challenge, await mailedCode(email)))
  })

  test('accepts a code with spaces', async () => {
    const { email } = await signUp(service)
    const challenge = await requestChallenge(service, email)
    const code = await mailedCode(email)
    expectServed(await verify(service, challenge, ` ${code.slice(0, 3)} ${code.slice(3)}`))
  })

  test('logs neither code nor session when there is a mail server, and stores neither in the database', async () => {
    const { email } = await signUp(service)
    const challenge = await requestChallenge(service, email)
    const code = await mailedCode(email)
    const [cookie] = (await verify(service, challenge, code)).cookies
    const token = cookie?.value ?? expect.unreachable()
    const { db } = service.database
    const stored = JSON.stringify([
      await db.selectFrom('sign_in_codes').selectAll().execute(),
      await db.selectFrom('sessions').selectAll().execute(),
    ])
    expect(stored).toContain(challenge)
    expect(stored).not.toContain(`"${code}"`)
    for (const text of [stored, JSON.stringify(service.log)]) expect(text).not.toContain(token)
    expect(service.log.filter((line) => new RegExp(`\\b${code}\\b`).test(JSON.stringify(line)))).toEqual([])
  })

  test('logs the code without a mail server', async () => {
    const printing = await start()
    const { email } = await signUp(printing)
    const challenge = await requestChallenge(printing, email)
    expectServed(await verify(printing, challenge, findCodeInLog(printing, email)))
  })

  describe('session cookie', () => {
    test('is limited to the account area of this site, and hidden from scripts', async () => {
      const { email } = await signUp(service)
      const reply = await signInByMail(email)
      expect(reply.headers['set-cookie']).toMatch(/^fairway_session=[\w-]{43};/)
      expect(reply.cookies).toEqual([
        {
          name: 'fairway_session',
          value: expect.any(String),
          path: '/account',
          httpOnly: true,
          sameSite: 'Strict',
          expires: new Date('2026-12-15T12:00:00Z'),
        },
      ])
    })

    test('is Secure when users reach the service by https', async () => {
      const secured = await start({ config: { publicUrl: 'https://fairway.example' } })
      const { email } = await signUp(secured)
      const challenge = await requestChallenge(secured, email)
      const [cookie] = (await verify(secured, challenge, findCodeInLog(secured, email))).cookies
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/account', secure: true })
    })
  })

  describe('code by mail', () => {
    test('works once', async () => {
      const { email } = await signUp(service)
      const challenge = await requestChallenge(service, email)
      const code = await mailedCode(email)
      expectServed(await verify(service, challenge, code))
      expectProblem(await verify(service, challenge, code), 422, /was already used, has expired or is unknown/)
    })

    test('opens one session for any number of concurrent requests', async () => {
      const { email } = await signUp(service)
      const challenge = await requestChallenge(service, email)
      const code = await mailedCode(email)
      const replies = await Promise.all(Array.from({ length: 5 }, () => verify(service, challenge, code)))
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422])
    })

    test('allows four wrong attempts; the fifth invalidates it', async () => {
      const { email } = await signUp(service)
      const challenge = await requestChallenge(service, email)
      const code = await mailedCode(email)
      for (const left of ['4 attempts are', '3 attempts are', '2 attempts are', '1 attempt is']) {
        expectProblem(await verify(service, challenge, toWrongCode(code)), 422, new RegExp(`${left} left`))
      }
      expectProblem(
        await verify(service, challenge, toWrongCode(code)),
        422,
        /was already used, has expired or is unknown/,
      )
      expectProblem(await verify(service, challenge, code), 422, /was already used, has expired or is unknown/)
    })

    test('cannot be guessed by concurrent attempts', async () => {
      const { email } = await signUp(service)
      const challenge = await requestChallenge(service, email)
      const code = await mailedCode(email)
      await Promise.all(Array.from({ length: 20 }, () => verify(service, challenge, toWrongCode(code))))
      expectProblem(await verify(service, challenge, code), 422, /was already used, has expired or is unknown/)
    })

    test('is valid for its challenge only', async () => {
      const [ada, bob] = [await signUp(service), await signUp(service)]
      const ofAda = await requestChallenge(service, ada.email)
      await requestChallenge(service, bob.email)
      const [codeOfAda, codeOfBob] = [await mailedCode(ada.email), await mailedCode(bob.email)]
      if (codeOfAda !== codeOfBob) expectProblem(await verify(service, ofAda, codeOfBob), 422, /code is wrong/)
      expectServed(await verify(service, ofAda, codeOfAda))
    })

    test('expires after ten minutes', async () => {
      const clock = new FakeClock()
      const turned = await start({ clock })
      const { email } = await signUp(turned)
      const [early, late] = [await requestChallenge(turned, email), findCodeInLog(turned, email)]
      clock.advance(10 * MINUTE_MS)
      expectProblem(await verify(turned, early, late), 422, /was already used, has expired or is unknown/)
      const challenge = await requestChallenge(turned, email)
      clock.advance(10 * MINUTE_MS - 1)
      expectServed(await verify(turned, challenge, findCodeInLog(turned, email)))
    })

    test('is sent five times an hour per email, and the sixth request gets a retry time', async () => {
      const { email } = await signUp(service)
      for (let asked = 0; asked < 5; asked++) await requestChallenge(service, email)
      const reply = expectProblem(await requestCode(service, email), 429, /5 codes per hour .* has been reached/)
      const seconds = Number(reply.headers['retry-after'])
      expect(seconds).toBeGreaterThan(3500)
      expect(seconds).toBeLessThanOrEqual(3600)
      await requestChallenge(service, (await signUp(service)).email)
    })

    test.runIf(kind === 'embedded')('can be requested again after Retry-After', async () => {
      const clock = new FakeClock()
      const turned = await start({ clock })
      const { email } = await signUp(turned)
      for (let asked = 0; asked < 5; asked++) await requestChallenge(turned, email)
      const { headers } = expectProblem(await requestCode(turned, email), 429)
      clock.advance(Number(headers['retry-after']) * 1000)
      await requestChallenge(turned, email)
    })
  })

  describe('email with and without an account, indistinguishable to others', () => {
    /** Headers that may differ between equivalent replies, such as ids and the remaining rate. */
    const varying = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset']
    const shapeOf = ({ statusCode, headers, payload }: Awaited<ReturnType<typeof requestCode>>) => ({
      statusCode,
      headerNames: Object.keys(headers),
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.includes(name))),
      body: payload.replace(/sgn_[0-9A-Za-z]{24}/, 'sgn_'),
    })

    test('is treated the same when a code is requested, and no mail is sent without an account', async () => {
      const { email } = await signUp(service)
      const unknown = newEmail()
      const stranger = await requestCode(service, unknown)
      const known = await requestCode(service, email)
      expect(shapeOf(stranger)).toEqual(shapeOf(known))
      expect(known.statusCode).toBe(200)
      await mailedCode(email)
      expect(smtp.messages.filter(({ to }) => to.includes(unknown))).toEqual([])
    })

    test('is treated the same when a code is wrong', async () => {
      const { email } = await signUp(service)
      const [known, unknown] = [await requestChallenge(service, email), await requestChallenge(service, newEmail())]
      const code = toWrongCode(await mailedCode(email))
      for (let tries = 0; tries < 6; tries++) {
        expect(shapeOf(await verify(service, unknown, code))).toEqual(shapeOf(await verify(service, known, code)))
      }
    })

    test('is treated the same when too many codes were requested', async () => {
      const { email } = await signUp(service)
      const unknown = newEmail()
      for (let asked = 0; asked < 5; asked++) {
        await requestChallenge(service, email)
        await requestChallenge(service, unknown)
      }
      const [known, stranger] = [await requestCode(service, email), await requestCode(service, unknown)]
      expect(known.statusCode).toBe(429)
      expect(stranger.payload).toBe(known.payload)
    })
  })

  test.each(['', 'nobody', 'a b@example.com', 'x'.repeat(300)])('422: %j is not an email', async (email) => {
    expectProblem(await requestCode(service, email), 422, /^email is /)
  })

  test('names unknown fields in warnings', async () => {
    const payload = { email: newEmail(), emial: 'x' }
    const reply = await service.app.inject({ method: 'POST', url: '/account/sign-in', payload })
    expect(expectServed(reply).json().warnings).toEqual(["unknown field 'emial' was ignored"])
  })
})
