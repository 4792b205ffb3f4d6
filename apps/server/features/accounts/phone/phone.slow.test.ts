import { beforeAll, beforeEach, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import {
  getUsage,
  readCode,
  SMS_PROVIDER,
  signIn,
  signUp,
  signUpUnproved,
  type TestSession,
} from '../tests/sample-accounts.ts'
import { MAX_PHONE_CODE_ATTEMPTS, PHONE_CODE_MINUTES } from './phone-service.ts'

const SMS = { ...SMS_PROVIDER, anonymousBurst: 10_000 }
const WRONG_CODE = 'abcdef'
const CODE_ENDED =
  'There is no valid code, because no code was sent, the code was already used or has expired, or too many wrong codes were entered; request a new code with PUT /account/phone'

describeOnStores('the phone number of an account', ({ start, startShared }) => {
  let clock: FakeClock
  let service: TestService
  let ada: TestSession
  let phone: string
  let serial = 0
  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock, config: SMS })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    ada = await signIn(service, await signUp(service))
    phone = newPhone()
  })

  const newPhone = () => `+5982100${String(++serial).padStart(4, '0')}`
  const setPhone = (number: unknown, person = ada, at = service) =>
    at.app.inject({ method: 'PUT', url: '/account/phone', headers: person.headers, payload: { phone: number } })
  const verifyPhone = (code: unknown, person = ada, at = service) =>
    at.app.inject({ method: 'POST', url: '/account/phone/verify', headers: person.headers, payload: { code } })
  const removePhone = () => service.app.inject({ method: 'DELETE', url: '/account/phone', headers: ada.headers })
  const getAccount = async (person = ada, at = service) =>
    expectServed(await at.app.inject({ url: '/account', headers: person.headers })).json().account
  const isAlertEnabled = async () => (await getUsage(service, ada.key)).json().phone_alert.enabled
  const listMessages = (recipient = phone, at = service) =>
    at.database.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).orderBy('created_at').execute()
  const lastCode = async (recipient = phone, at = service) =>
    readCode((await listMessages(recipient, at)).at(-1)?.body ?? '')

  test('is confirmed by the code that is sent to it, and has no effect before that', async () => {
    const reply = expectServed(await setPhone(`${phone.slice(0, 4)} ${phone.slice(4)}`)).json()
    expect(reply).toEqual({ phone, phone_proved: false })
    expect(await listMessages()).toMatchObject([{ kind: 'phone-code', state: 'pending', created_at: clock.now() }])
    const [message] = await listMessages()
    expect(message?.body).toMatch(
      /^Fairway: \d{6} is the code for your phone number\. It is valid for 10 minutes\. If you did not request it, ignore this message\.$/,
    )
    expect(await getAccount()).toMatchObject({ phone, phone_proved: false })
    expect(await isAlertEnabled()).toBe(false)
    const code = await lastCode()
    const proved = expectServed(await verifyPhone(` ${code.slice(0, 3)} ${code.slice(3)}`)).json()
    expect(proved).toEqual({ phone, phone_proved: true })
    expect(await getAccount()).toMatchObject({ phone, phone_proved: true })
    expect(await isAlertEnabled()).toBe(true)
  })

  test('needs no further code once it is confirmed', async () => {
    await setPhone(phone)
    await verifyPhone(await lastCode())
    expect(expectServed(await setPhone(phone)).json()).toEqual({ phone, phone_proved: true })
    expect(await listMessages()).toHaveLength(1)
  })

  test('is unconfirmed again after a change, and after it was removed', async () => {
    await setPhone(phone)
    await verifyPhone(await lastCode())
    const other = newPhone()
    expect(expectServed(await setPhone(other)).json()).toEqual({ phone: other, phone_proved: false })
    expect(await isAlertEnabled()).toBe(false)
    await verifyPhone(await lastCode(other))
    expect(await isAlertEnabled()).toBe(true)
    expect(expectServed(await removePhone()).json()).toEqual({ phone: null, phone_proved: false })
    expect(await isAlertEnabled()).toBe(false)
    expect(await getAccount()).toMatchObject({ phone: null, phone_proved: false })
  })

  test('is stored unconfirmed at signup, comes with the kept key, and receives no code', async () => {
    const bob = await signIn(service, await signUpUnproved(service, { phone }))
    expect(await getAccount(bob)).toMatchObject({ phone: null, phone_proved: false })
    const [key] = (await service.app.inject({ url: '/account', headers: bob.headers })).json().unkept_keys
    await service.app.inject({ method: 'POST', url: `/account/keys/${key.id}/keep`, headers: bob.headers })
    expect(await getAccount(bob)).toMatchObject({ phone, phone_proved: false })
    expect(await listMessages()).toEqual([])
    expectServed(await setPhone(phone, bob))
    expectServed(await verifyPhone(await lastCode(), bob))
    expect(await getAccount(bob)).toMatchObject({ phone, phone_proved: true })
  })

  test(`ends a code after ${MAX_PHONE_CODE_ATTEMPTS} wrong attempts`, async () => {
    await setPhone(phone)
    const code = await lastCode()
    for (const left of ['4 attempts are', '3 attempts are', '2 attempts are', '1 attempt is'])
      expectProblem(await verifyPhone(WRONG_CODE), 422, `code is wrong; ${left} left`)
    expectProblem(await verifyPhone(WRONG_CODE), 422, CODE_ENDED)
    expectProblem(await verifyPhone(code), 422, CODE_ENDED)
    expect(await getAccount()).toMatchObject({ phone_proved: false })
    await setPhone(phone)
    expectProblem(await verifyPhone(WRONG_CODE), 422, 'code is wrong; 4 attempts are left')
    expectServed(await verifyPhone(await lastCode()))
  })

  test('accepts the right code in the last attempt', async () => {
    await setPhone(phone)
    for (let attempt = 1; attempt < MAX_PHONE_CODE_ATTEMPTS; attempt++) await verifyPhone(WRONG_CODE)
    expectServed(await verifyPhone(await lastCode()))
  })

  test('accepts a code once, in 10 minutes, from its account only', async () => {
    const bob = await signIn(service, await signUp(service))
    expectProblem(await verifyPhone('123456'), 422, CODE_ENDED)
    await setPhone(phone)
    const code = await lastCode()
    expectProblem(await verifyPhone(code, bob), 422, CODE_ENDED)
    clock.advance(PHONE_CODE_MINUTES * 60_000 - 1)
    expectServed(await verifyPhone(code))
    expectProblem(await verifyPhone(code), 422, CODE_ENDED)
    const other = newPhone()
    await setPhone(other)
    clock.advance(PHONE_CODE_MINUTES * 60_000)
    expectProblem(await verifyPhone(await lastCode(other)), 422, CODE_ENDED)
  })

  test('does not accept the code for a number that was replaced or removed', async () => {
    await setPhone(phone)
    const code = await lastCode()
    const other = newPhone()
    await setPhone(other)
    const newCode = await lastCode(other)
    // The two random codes are equal once in a million runs.
    expectProblem(await verifyPhone(code === newCode ? WRONG_CODE : code), 422, 'code is wrong; 4 attempts are left')
    await removePhone()
    expectProblem(await verifyPhone(newCode), 422, CODE_ENDED)
    expect(await getAccount()).toMatchObject({ phone: null, phone_proved: false })
  })

  test('accepts one of several concurrent requests with the right code', async () => {
    await setPhone(phone)
    const code = await lastCode()
    const replies = await Promise.all(Array.from({ length: 5 }, () => verifyPhone(code)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422])
    expect(await getAccount()).toMatchObject({ phone_proved: true })
  })

  test.each(['', '12', '2123 4567', '+0123456789', '+1234567890123456', 'phone', 59821234567, null])(
    '422: rejects %j, and keeps the old number',
    async (given) => {
      await setPhone(phone)
      expectProblem(await setPhone(given), 422, /^phone is /)
      expect((await getAccount()).phone).toBe(phone)
    },
  )

  test('limits the codes of an account, for any numbers, until midnight UTC', async () => {
    const shortClock = new FakeClock('2026-11-15T23:00:00Z')
    const limited = await start({ clock: shortClock, config: { ...SMS, smsPerAccount: 2 } })
    const bob = await signIn(limited, await signUp(limited))
    const [first, second, third] = [newPhone(), newPhone(), newPhone()]
    expectServed(await setPhone(first, bob, limited))
    expectServed(await setPhone(second, bob, limited))
    const refused = expectProblem(
      await setPhone(third, bob, limited),
      429,
      'The maximum of 2 SMS messages per day for this account has been reached; use a code that was already sent, or try again after 00:00 UTC (see Retry-After)',
    )
    expect(refused.headers['retry-after']).toBe('3600')
    // The rejected change leaves the number and its code unchanged.
    expectServed(await verifyPhone(await lastCode(second, limited), bob, limited))
    expect(await getAccount(bob, limited)).toMatchObject({ phone: second, phone_proved: true })
    shortClock.advance(3_600_000)
    expectServed(await setPhone(third, bob, limited))
  })

  test('limits the codes to a number, and in total', async () => {
    const limited = await start({ config: { ...SMS, smsPerNumber: 1, smsPerDay: 2 } })
    const [bob, eve] = [await signIn(limited, await signUp(limited)), await signIn(limited, await signUp(limited))]
    expectServed(await setPhone(phone, bob, limited))
    expectProblem(
      await setPhone(phone, eve, limited),
      429,
      /^The maximum of 1 SMS messages per day to this number has been reached; /,
    )
    expectServed(await setPhone(newPhone(), eve, limited))
    expectProblem(
      await setPhone(newPhone(), eve, limited),
      429,
      /^The maximum of 2 SMS messages per day by this service has been reached; /,
    )
  })

  test('is stored with a warning when the service sends no SMS', async () => {
    const silent = await start({})
    const bob = await signIn(silent, await signUp(silent))
    expect(expectServed(await setPhone(phone, bob, silent)).json()).toEqual({
      phone,
      phone_proved: false,
      warnings: [
        'This service does not send SMS messages, so no code was sent. The number is stored, but it receives no alerts, and requests from the account get no priority.',
      ],
    })
    expect(await listMessages(phone, silent)).toEqual([])
    expect(await getAccount(bob, silent)).toMatchObject({ phone, phone_proved: false })
    expectProblem(await verifyPhone('123456', bob, silent), 422, CODE_ENDED)
  })
})
