import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { issueKey, signUpUnproved } from '../../../features/accounts/tests/sample-accounts.ts'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { defaultPlans, type Plans } from '../../config/plans.ts'
import { describeOnStores } from './suite.ts'

/** Rate that is so low that no tokens are added during a test. Redis does not use the test's clock. */
const NO_REFILL = 0.001

function slowPlans(): Plans {
  const plans = defaultPlans(7)
  const slow = { perSecond: NO_REFILL, burst: 3 }
  return { ...plans, trial: { ...plans.trial, ...slow }, pro: { ...plans.pro, ...slow } }
}

/** Creates an operation whose requests have a separate rate, which is returned directly or by a promise. */
function createOperation(name: string, ownRate: NonNullable<Operation['ownRate']> | undefined): Operation {
  return defineOperation({
    name,
    method: 'POST',
    path: `/v1/${name}`,
    access: 'key',
    fastPath: true,
    ...(ownRate && { ownRate }),
    handle: () => jsonReply({ served: true }),
  })
}
const toRate = (account: number, burst: number) => ({
  name: `thing:${account}:${burst}`,
  rate: { perSecond: NO_REFILL, burst },
})
const operations = [
  createOperation('plain', undefined),
  createOperation('own', (_input, { account }) => toRate(account, 5)),
  createOperation('own-later', async (_input, { account }) => toRate(account, 4)),
  createOperation('none', () => undefined),
  createOperation('none-later', async () => undefined),
]

describeOnStores('an operation with a separate rate', ({ start }) => {
  describe.each([true, false])('with the fast path: %s', (fastPath) => {
    async function open() {
      const service = await start({ config: { fastPath, plans: slowPlans() }, features: [{ operations }] })
      await service.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = service.app.server.address() as AddressInfo
      const call = async (name: string, key: string) => {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' }
        const reply = await fetch(`http://127.0.0.1:${port}/v1/${name}`, { method: 'POST', body: '{}', headers })
        const { detail } = (await reply.json()) as { detail?: string }
        return { status: reply.status, detail, headers: reply.headers }
      }
      const countServed = async (name: string, key: string, calls: number) => {
        const replies = await Promise.all(Array.from({ length: calls }, () => call(name, key)))
        for (const { status, detail } of replies)
          if (status !== 200) expect([status, detail]).toEqual([429, expect.stringMatching(/^Rate limit exceeded: /)])
        return replies.filter(({ status }) => status === 200).length
      }
      return { service, call, countServed }
    }

    test('is served at its own rate first, then from the rest of the rate of the account', async () => {
      const { service, call, countServed } = await open()
      const { key } = await issueKey(service, 'pro')
      const first = await call('own', key)
      expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual(['5', '4'])
      expect(await countServed('own', key, 4)).toBe(4)
      const sixth = await call('own', key)
      expect([sixth.headers.get('ratelimit-limit'), sixth.headers.get('ratelimit-remaining')]).toEqual(['3', '2'])
      expect(await countServed('own', key, 10)).toBe(2)
      expect(await countServed('plain', key, 1)).toBe(0)
    })

    test('is served when the rate of the account is used up', async () => {
      const { service, countServed } = await open()
      const { key } = await issueKey(service, 'pro')
      expect(await countServed('plain', key, 10)).toBe(3)
      expect(await countServed('own', key, 10)).toBe(5)
      expect(await countServed('own-later', key, 10)).toBe(4)
    })

    test.each(['none', 'none-later'])('counts for the account if a request has no such rate (%s)', async (name) => {
      const { service, countServed } = await open()
      expect(await countServed(name, (await issueKey(service, 'pro')).key, 10)).toBe(3)
    })

    test('counts for the network of a key that nobody has vouched for', async () => {
      const { service, countServed } = await open()
      expect(await countServed('own', (await signUpUnproved(service)).key, 10)).toBe(3)
      expect(await countServed('own', (await signUpUnproved(service)).key, 10)).toBe(0)
    })

    test('rejects requests without a key or with a wrong one', async () => {
      const { call } = await open()
      expect((await call('own', '')).status).toBe(401)
      expect((await call('own', 'fw_live_wrong')).status).toBe(401)
    })
  })
})
