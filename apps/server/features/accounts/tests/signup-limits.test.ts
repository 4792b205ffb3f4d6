import { beforeEach, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { newEmail } from './sample-accounts.ts'

const HOUR_MS = 3_600_000

describeOnStores('signups of one network', ({ start }) => {
  let clock: FakeClock
  let service: TestService
  beforeEach(async () => {
    clock = new FakeClock()
    service = await start({
      clock,
      config: { signupsPerHour: 3, anonymousBurst: 10_000, trustProxy: ['127.0.0.1'] },
    })
  })
  const signUpFrom = (ip: string, payload: object = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/v1/account/signup',
      headers: { 'x-forwarded-for': ip },
      payload: { email: newEmail(), ...payload },
    })

  test('are limited within an hour, and other networks are not affected', async () => {
    for (let count = 0; count < 3; count++) expectServed(await signUpFrom('203.0.113.7'))
    const refused = expectProblem(
      await signUpFrom('203.0.113.7'),
      429,
      'The network 203.0.113.7 has reached the maximum of 3 signups per hour; try again after the number of seconds in Retry-After, or sign in if you have an account',
    )
    expect(refused.headers['retry-after']).toBe('3600')
    expectServed(await signUpFrom('203.0.113.8'))
    clock.advance(HOUR_MS - 1)
    expectProblem(await signUpFrom('203.0.113.7'), 429)
    clock.advance(1)
    expectServed(await signUpFrom('203.0.113.7'))
  })

  test('count together within an IPv6 /64', async () => {
    for (let count = 0; count < 3; count++) expectServed(await signUpFrom(`2001:db8::${count}`))
    expectProblem(await signUpFrom('2001:db8::ffff:1'), 429, /network 2001:db8:0:0::\/64/)
    expectServed(await signUpFrom('2001:db8:0:1::1'))
  })

  test('count when the address is already in use, but not when the request is invalid', async () => {
    const email = newEmail()
    expectServed(await signUpFrom('203.0.113.7', { email }))
    for (const payload of [{ email: 'nobody' }, { phone: '12' }]) {
      expectProblem(await signUpFrom('203.0.113.7', payload), 422)
    }
    expectProblem(await signUpFrom('203.0.113.7', { plan: 'military' }), 403)
    for (let count = 0; count < 2; count++) expectProblem(await signUpFrom('203.0.113.7', { email }), 409)
    expectProblem(await signUpFrom('203.0.113.7'), 429)
  })

  test('are limited exactly when they arrive together', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => signUpFrom('203.0.113.7')))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(9)
  })

  test('get the same reply for every taken address, which reveals nothing about its account', async () => {
    const emails = [newEmail(), newEmail()]
    expectServed(await signUpFrom('203.0.113.1', { email: emails[0] }))
    expectServed(await signUpFrom('203.0.113.2', { email: emails[1], name: 'Ada', phone: '+59821234567' }))
    const replies = [
      await signUpFrom('203.0.113.3', { email: emails[0] }),
      await signUpFrom('203.0.113.4', { email: emails[1] }),
    ]
    for (const reply of replies) {
      expectProblem(
        reply,
        409,
        'This email address cannot be used to sign up. If it is yours, sign in to the account area to create, rotate or revoke keys.',
      )
    }
  })

  test('for the plan free get the trial and a warning', async () => {
    const reply = expectServed(await signUpFrom('203.0.113.7', { plan: 'free' })).json()
    expect(reply.account.plan).toBe('trial')
    expect(reply.warnings).toEqual([
      'plan is "free", which is no longer self-serve; the account is on the trial plan instead. Ask the operator for another plan.',
    ])
    expect(expectServed(await signUpFrom('203.0.113.7', { plan: 'trial' })).json()).not.toHaveProperty('warnings')
  })
})
