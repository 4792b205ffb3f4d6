import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { defaultPlans, planNames } from '../../platform/config/plans.ts'
import type { Result } from '../../platform/result.ts'
import { type Account, keyState } from './account.ts'
import { hashKey, isWellFormedKey } from './api-key.ts'
import type { AccountFailure } from './failures.ts'
import { AccountService, MAX_KEYS } from './service.ts'
import { AccountStore } from './store.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

function unwrap<T>(result: Result<T, AccountFailure>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.failure)}`)
  return result.value
}
function failureOf(result: Result<unknown, AccountFailure>): AccountFailure {
  if (result.ok) throw new Error(`not refused: ${JSON.stringify(result.value)}`)
  return result.failure
}

let last = 0
const newEmail = () => `person-${++last}@example.com`

describeOnDatabases('accounts', (at) => {
  let clock: FakeClock
  let store: AccountStore
  let service: AccountService
  let changes: number
  beforeEach(() => {
    clock = new FakeClock()
    store = new AccountStore(at.db)
    changes = 0
    service = new AccountService({ store, plans: defaultPlans(7), clock, onChange: () => changes++ })
  })
  const signup = async (fields: object = {}) => unwrap(await service.signup({ email: newEmail(), ...fields }))

  describe('signup', () => {
    test('makes an account on trial for seven days, and a key that leads to it', async () => {
      const email = newEmail()
      const { account, issued } = await signup({
        email: ` ${email.toUpperCase()} `,
        name: ' Anna ',
        phone: '+598 2 123 4567',
      })
      expect(account).toMatchObject({
        email,
        name: 'Anna',
        phone: '+59821234567',
        plan: 'trial',
        createdAt: clock.now(),
        expiresAt: clock.now() + 7 * DAY_MS,
      })
      expect(account.id).toMatch(/^acc_[0-9A-Za-z]{16}$/)
      expect(isWellFormedKey(issued.apiKey)).toBe(true)
      expect(await store.findByKeyHash(hashKey(issued.apiKey))).toEqual({ account, key: issued.key })
      expect(await store.findByEmail(email)).toEqual(account)
      expect(await store.findByNumber(account.number)).toEqual(account)
    })

    test('keeps the key nowhere', async () => {
      const { issued } = await signup()
      const secret = issued.apiKey.slice('fw_live_'.length, -4)
      for (const table of ['accounts', 'keys'] as const) {
        expect(JSON.stringify(await at.db.selectFrom(table).selectAll().execute())).not.toContain(secret)
      }
    })

    test('names and phones may be left out, and an empty name is none', async () => {
      expect((await signup()).account).toMatchObject({ name: null, phone: null })
      expect((await signup({ name: '  ' })).account).toMatchObject({ name: null })
    })

    test('of 20 signups of one address at the same time exactly one wins, and leaves one account with one key', async () => {
      const email = newEmail()
      const attempts = Array.from({ length: 20 }, (_, index) =>
        service.signup({ email: index % 2 ? email : email.toUpperCase() }),
      )
      const results = await Promise.all(attempts)
      const won = results.filter((result) => result.ok)
      expect(won.length).toBe(1)
      for (const result of results) if (!result.ok) expect(result.failure).toEqual({ kind: 'email-taken' })
      const [winner] = won.map(unwrap)
      const keys = await service.listKeys(winner?.account.number ?? 0)
      expect(keys.map((key) => key.id)).toEqual([winner?.issued.key.id])
    })

    test('addresses that are taken use up no account numbers', async () => {
      const { account: first } = await signup({})
      for (let count = 0; count < 10; count++) await service.signup({ email: first.email })
      expect((await signup({})).account.number).toBe(first.number + 1)
    })

    test('two writings of one address are one address', async () => {
      await signup({ email: 'JOSÉ@münchen.example' })
      const again = await service.signup({ email: 'jose\u0301@xn--mnchen-3ya.example' })
      expect(failureOf(again)).toEqual({ kind: 'email-taken' })
    })

    test.each([
      [undefined, 'trial'],
      ['trial', 'trial'],
      ['free', 'trial'],
    ])('plan %s gets %s', async (plan, given) => {
      const { account } = await signup({ plan })
      expect(account).toMatchObject({ plan: given, expiresAt: clock.now() + 7 * DAY_MS })
    })

    test.each(planNames.filter((plan) => plan !== 'trial' && plan !== 'free'))(
      'plan %s is not self-serve',
      async (plan) => {
        const email = newEmail()
        expect(failureOf(await service.signup({ email, plan }))).toEqual({ kind: 'plan-not-self-serve', plan })
        expect(await store.findByEmail(email)).toBeUndefined()
      },
    )

    test.each(['gold', '', 'TRIAL', 'toString', '__proto__'])('plan %j is unknown', async (plan) => {
      expect(failureOf(await service.signup({ email: newEmail(), plan }))).toEqual({
        kind: 'plan-unknown',
        given: plan,
      })
    })

    test('what cannot be mailed or called is refused, and nothing is left behind', async () => {
      expect(failureOf(await service.signup({ email: 'nobody' }))).toEqual({ kind: 'email-invalid', given: 'nobody' })
      const email = newEmail()
      for (const phone of ['12', '']) {
        expect(failureOf(await service.signup({ email, phone }))).toEqual({ kind: 'phone-invalid', given: phone })
      }
      expect(await store.findByEmail(email)).toBeUndefined()
    })
  })

  describe('the operator', () => {
    test('issues a key for any plan, and makes the account', async () => {
      for (const plan of planNames) {
        const email = newEmail()
        const { account, issued, created } = unwrap(await service.issue({ email, plan, label: ' fleet ' }))
        expect([created, account.plan, issued.key.label]).toEqual([true, plan, 'fleet'])
        expect(account.expiresAt).toBe(plan === 'trial' ? clock.now() + 7 * DAY_MS : null)
        expect((await store.findByKeyHash(hashKey(issued.apiKey)))?.key.label).toBe('fleet')
      }
    })

    test('gives an account that exists another key, and the plan', async () => {
      const first = await signup()
      const again = unwrap(
        await service.issue({ email: first.account.email.toUpperCase(), plan: 'pro', label: 'fleet' }),
      )
      expect(again).toMatchObject({
        created: false,
        account: { number: first.account.number, plan: 'pro', expiresAt: null },
      })
      expect(again.issued.key.label).toBe('fleet')
      const keys = await service.listKeys(first.account.number)
      expect(new Set(keys.map((key) => key.id))).toEqual(new Set([first.issued.key.id, again.issued.key.id]))
    })

    test('is told of an address that cannot be, and of an account that has keys enough', async () => {
      expect(failureOf(await service.issue({ email: '@', plan: 'pro' }))).toEqual({ kind: 'email-invalid', given: '@' })
      const { account } = await signup()
      for (let count = 1; count < MAX_KEYS; count++) unwrap(await service.createKey(account.number, null))
      const refused = failureOf(await service.issue({ email: account.email, plan: 'trial' }))
      expect(refused).toEqual({ kind: 'too-many-keys', max: MAX_KEYS })
    })

    test('finds an account by its address in any writing, its id, or the id of a key', async () => {
      const { account, issued } = await signup({ email: `${newEmail().split('@')[0]}@Zürich.example` })
      const [local] = account.email.split('@')
      for (const reference of [account.email, `${local}@ZÜRICH.example`, account.id, issued.key.id]) {
        expect(await store.findAny(reference), reference).toEqual(account)
      }
      for (const reference of ['', 'acc_0', 'nobody@example.com', issued.apiKey]) {
        expect(await store.findAny(reference)).toBeUndefined()
      }
    })

    test('lists accounts page by page, of all plans or of one', async () => {
      const { account: first } = await signup()
      const after = first.number
      const numbers: number[] = []
      for (const plan of ['pro', 'trial', 'pro'] as const) {
        numbers.push(unwrap(await service.issue({ email: newEmail(), plan })).account.number)
      }
      const list = async (filter: object) =>
        (await store.listAccounts({ limit: 100, after, ...filter })).map((account) => account.number)
      expect(await list({})).toEqual(numbers)
      expect(await list({ plan: 'pro' })).toEqual([numbers[0], numbers[2]])
      expect(await list({ limit: 2 })).toEqual(numbers.slice(0, 2))
      expect(await list({ after: numbers[1] })).toEqual(numbers.slice(2))
    })

    test('sets a plan: one that ends counts from today, one that does not end has no end', async () => {
      const { account } = await signup()
      clock.advance(3 * DAY_MS)
      const pro = await service.setPlan(account, 'pro')
      expect(pro).toMatchObject({ plan: 'pro', expiresAt: null })
      expect(await store.findByNumber(account.number)).toEqual(pro)
      clock.advance(100 * DAY_MS)
      const trial = await service.setPlan(pro, 'trial')
      expect(trial).toMatchObject({ plan: 'trial', expiresAt: clock.now() + 7 * DAY_MS })
      expect(await store.findByNumber(account.number)).toEqual(trial)
    })

    test('extends a running trial from its end, an ended one from today, and what does not end not at all', async () => {
      const { account } = await signup()
      const running = await service.extendTrial(account, 10)
      expect(running.expiresAt).toBe((account.expiresAt ?? 0) + 10 * DAY_MS)
      clock.advance(50 * DAY_MS)
      const ended = await service.extendTrial(running, 3)
      expect(ended.expiresAt).toBe(clock.now() + 3 * DAY_MS)
      expect(await store.findByNumber(account.number)).toEqual(ended)
      const pro = await service.setPlan(ended, 'pro')
      expect(await service.extendTrial(pro, 3)).toEqual(pro)
    })
  })

  describe('keys', () => {
    const states = async (account: Account) =>
      Object.fromEntries((await service.listKeys(account.number)).map((key) => [key.id, keyState(key, clock.now())]))

    test('40 creations at the same time give exactly as many as fit, and revoking one makes room for one', async () => {
      const { account, issued } = await signup()
      const create = (count: number) =>
        Promise.all(Array.from({ length: count }, () => service.createKey(account.number, 'many')))
      const results = await create(40)
      expect(results.filter((result) => result.ok).length).toBe(MAX_KEYS - 1)
      for (const result of results) {
        if (!result.ok) expect(result.failure).toEqual({ kind: 'too-many-keys', max: MAX_KEYS })
      }
      expect((await service.listKeys(account.number)).length).toBe(MAX_KEYS)
      await service.revokeKey(account.number, issued.key.id)
      expect((await create(5)).filter((result) => result.ok).length).toBe(1)
    })

    test('a key whose end has passed makes room, on the millisecond', async () => {
      const { account, issued } = await signup()
      unwrap(await service.rotateKey(account.number, issued.key.id, 1))
      for (let count = 2; count < MAX_KEYS; count++) unwrap(await service.createKey(account.number, null))
      clock.advance(HOUR_MS - 1)
      expect((await service.createKey(account.number, null)).ok).toBe(false)
      clock.advance(1)
      expect((await service.createKey(account.number, null)).ok).toBe(true)
    })

    test('a label is kept, trimmed, and an empty one is none', async () => {
      const { account } = await signup()
      const labels = [' fleet ', '  ', null]
      for (const label of labels) unwrap(await service.createKey(account.number, label))
      const kept = (await service.listKeys(account.number)).map((key) => key.label)
      expect(kept.filter((label) => label !== null)).toEqual(['fleet'])
    })

    test('a rotated key works for the overlap beside the new one, which has its label', async () => {
      const { account } = await signup()
      const old = unwrap(await service.createKey(account.number, 'truck'))
      const fresh = unwrap(await service.rotateKey(account.number, old.key.id, 24))
      expect(fresh.key.label).toBe('truck')
      expect(fresh.apiKey).not.toBe(old.apiKey)
      expect(await states(account)).toMatchObject({ [old.key.id]: 'expiring', [fresh.key.id]: 'active' })
      clock.advance(24 * HOUR_MS - 1)
      expect(await states(account)).toMatchObject({ [old.key.id]: 'expiring', [fresh.key.id]: 'active' })
      clock.advance(1)
      expect(await states(account)).toMatchObject({ [old.key.id]: 'expired', [fresh.key.id]: 'active' })
    })

    test('without overlap the old key ends at once', async () => {
      const { account, issued } = await signup()
      const fresh = unwrap(await service.rotateKey(account.number, issued.key.id, 0))
      expect(await states(account)).toEqual({ [issued.key.id]: 'expired', [fresh.key.id]: 'active' })
    })

    test('only an active key can be rotated', async () => {
      const { account, issued } = await signup()
      const id = issued.key.id
      await service.rotateKey(account.number, id, 24)
      const refused = async () => failureOf(await service.rotateKey(account.number, id, 24))
      expect(await refused()).toEqual({ kind: 'key-not-active', id, state: 'expiring' })
      clock.advance(DAY_MS)
      expect(await refused()).toEqual({ kind: 'key-not-active', id, state: 'expired' })
      await service.revokeKey(account.number, id)
      expect(await refused()).toEqual({ kind: 'key-not-active', id, state: 'revoked' })
    })

    test('of ten rotations of one key at the same time one succeeds: it has one successor', async () => {
      const { account, issued } = await signup()
      const rotate = () => service.rotateKey(account.number, issued.key.id, 24)
      const results = await Promise.all(Array.from({ length: 10 }, rotate))
      expect(results.filter((result) => result.ok).length).toBe(1)
      expect((await service.listKeys(account.number)).length).toBe(2)
    })

    test('an account with all its keys can still rotate one', async () => {
      const { account, issued } = await signup()
      for (let count = 1; count < MAX_KEYS; count++) unwrap(await service.createKey(account.number, null))
      unwrap(await service.rotateKey(account.number, issued.key.id, 24))
      const active = Object.values(await states(account)).filter((state) => state === 'active')
      expect(active.length).toBe(MAX_KEYS)
      expect((await service.createKey(account.number, null)).ok).toBe(false)
    })

    test('a revoked key stays revoked since its first revocation, and cannot be found active again', async () => {
      const { account, issued } = await signup()
      const revoked = unwrap(await service.revokeKey(account.number, issued.key.id))
      expect(revoked.revokedAt).toBe(clock.now())
      clock.advance(1000)
      expect(unwrap(await service.revokeKey(account.number, issued.key.id))).toEqual(revoked)
      expect((await store.findByKeyHash(hashKey(issued.apiKey)))?.key).toEqual(revoked)
    })

    test("another account's key is not found, and not touched", async () => {
      const [ours, theirs] = [await signup(), await signup()]
      const id = theirs.issued.key.id
      expect(failureOf(await service.revokeKey(ours.account.number, id))).toEqual({ kind: 'key-not-found', id })
      expect(failureOf(await service.rotateKey(ours.account.number, id, 1))).toEqual({ kind: 'key-not-found', id })
      expect(await states(theirs.account)).toEqual({ [id]: 'active' })
    })
  })

  describe('phones', () => {
    test('are kept in one form, replaced and removed', async () => {
      const { account } = await signup()
      expect(unwrap(await service.setPhone(account.number, '00598 2 123 4567'))).toBe('+59821234567')
      expect((await store.findByNumber(account.number))?.phone).toBe('+59821234567')
      expect(failureOf(await service.setPhone(account.number, '12'))).toEqual({ kind: 'phone-invalid', given: '12' })
      expect((await store.findByNumber(account.number))?.phone).toBe('+59821234567')
      expect(unwrap(await service.setPhone(account.number, null))).toBeNull()
      expect((await store.findByNumber(account.number))?.phone).toBeNull()
    })
  })

  describe('changes', () => {
    test('every change of what servers remember is counted, and told to this server at once', async () => {
      const { account, issued } = await signup()
      const spare = unwrap(await service.createKey(account.number, null))
      const steps: (() => Promise<unknown>)[] = [
        () => service.setPlan(account, 'pro'),
        () => service.extendTrial(account, 1),
        () => service.setPhone(account.number, '+15005550006'),
        () => service.setPhone(account.number, null),
        () => service.rotateKey(account.number, issued.key.id, 1),
        () => service.revokeKey(account.number, spare.key.id),
      ]
      for (const step of steps) {
        const [revision, told] = [await store.revision(), changes]
        await step()
        expect(await store.revision(), `${step}`).toBe(revision + 1)
        expect(changes, `${step}`).toBe(told + 1)
      }
    })

    test('a new key is counted too: a server may remember that it did not know it', async () => {
      const { account } = await signup()
      const revision = await store.revision()
      await service.createKey(account.number, null)
      expect(await store.revision()).toBe(revision + 1)
    })

    test('changes at the same time are all counted', async () => {
      const accounts = await Promise.all(Array.from({ length: 10 }, () => signup()))
      const revision = await store.revision()
      await Promise.all(accounts.map(({ account }) => service.setPlan(account, 'pro')))
      expect(await store.revision()).toBe(revision + 10)
    })
  })
})
