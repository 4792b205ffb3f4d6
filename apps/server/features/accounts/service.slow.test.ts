import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { defaultPlans, planNames } from '../../platform/config/plans.ts'
import type { Result } from '../../platform/result.ts'
import { type Account, keyState } from './account.ts'
import { hashKey, isWellFormedKey } from './api-key.ts'
import type { AccountFailure } from './failures.ts'
import { MAX_KEYS } from './keys/key-service.ts'
import { AccountService } from './service.ts'
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
    test('creates an account on a seven-day trial, and a key for it', async () => {
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

    test('does not store the key', async () => {
      const { issued } = await signup()
      const secret = issued.apiKey.slice('fw_live_'.length, -4)
      for (const table of ['accounts', 'keys'] as const) {
        expect(JSON.stringify(await at.db.selectFrom(table).selectAll().execute())).not.toContain(secret)
      }
    })

    test('accepts missing names and phones, and treats an empty name as missing', async () => {
      expect((await signup()).account).toMatchObject({ name: null, phone: null })
      expect((await signup({ name: '  ' })).account).toMatchObject({ name: null })
    })

    test('creates exactly one account with one key for 20 concurrent signups of one email', async () => {
      const email = newEmail()
      const attempts = Array.from({ length: 20 }, (_, index) =>
        service.signup({ email: index % 2 ? email : email.toUpperCase() }),
      )
      const results = await Promise.all(attempts)
      const won = results.filter((result) => result.ok)
      expect(won.length).toBe(1)
      for (const result of results) if (!result.ok) expect(result.failure).toEqual({ kind: 'email-taken' })
      const [winner] = won.map(unwrap)
      const keys = await service.keys.list(winner?.account.number ?? 0)
      expect(keys.map((key) => key.id)).toEqual([winner?.issued.key.id])
    })

    test('uses no account number for an email that is already in use', async () => {
      const { account: first } = await signup({})
      for (let count = 0; count < 10; count++) await service.signup({ email: first.email })
      expect((await signup({})).account.number).toBe(first.number + 1)
    })

    test('treats two spellings of one email as the same', async () => {
      await signup({ email: 'JOSÉ@münchen.example' })
      const again = await service.signup({ email: 'jose\u0301@xn--mnchen-3ya.example' })
      expect(failureOf(again)).toEqual({ kind: 'email-taken' })
    })

    test.each([
      [undefined, 'trial'],
      ['trial', 'trial'],
      ['free', 'trial'],
    ])('gives plan %s %s', async (plan, given) => {
      const { account } = await signup({ plan })
      expect(account).toMatchObject({ plan: given, expiresAt: clock.now() + 7 * DAY_MS })
    })

    test.each(planNames.filter((plan) => plan !== 'trial' && plan !== 'free'))(
      'rejects plan %s as not self-serve',
      async (plan) => {
        const email = newEmail()
        expect(failureOf(await service.signup({ email, plan }))).toEqual({ kind: 'plan-not-self-serve', plan })
        expect(await store.findByEmail(email)).toBeUndefined()
      },
    )

    test.each(['gold', '', 'TRIAL', 'toString', '__proto__'])('rejects plan %j as unknown', async (plan) => {
      expect(failureOf(await service.signup({ email: newEmail(), plan }))).toEqual({
        kind: 'plan-unknown',
        given: plan,
      })
    })

    test('rejects unusable emails and phones, and leaves nothing behind', async () => {
      expect(failureOf(await service.signup({ email: 'nobody' }))).toEqual({ kind: 'email-invalid', given: 'nobody' })
      const email = newEmail()
      for (const phone of ['12', '']) {
        expect(failureOf(await service.signup({ email, phone }))).toEqual({ kind: 'phone-invalid', given: phone })
      }
      expect(await store.findByEmail(email)).toBeUndefined()
    })
  })

  describe('operator', () => {
    test('issues a key for any plan, and creates the account', async () => {
      for (const plan of planNames) {
        const email = newEmail()
        const { account, issued, created } = unwrap(await service.issueByOperator({ email, plan, label: ' fleet ' }))
        expect([created, account.plan, issued.key.label]).toEqual([true, plan, 'fleet'])
        expect(account.expiresAt).toBe(plan === 'trial' ? clock.now() + 7 * DAY_MS : null)
        expect((await store.findByKeyHash(hashKey(issued.apiKey)))?.key.label).toBe('fleet')
      }
    })

    test('gives an existing account another key, and the plan', async () => {
      const first = await signup()
      const again = unwrap(
        await service.issueByOperator({ email: first.account.email.toUpperCase(), plan: 'pro', label: 'fleet' }),
      )
      expect(again).toMatchObject({
        created: false,
        revokedKeys: 1,
        account: { id: first.account.id, plan: 'pro', expiresAt: null },
      })
      expect(again.issued.key.label).toBe('fleet')
      const keys = await service.keys.list(again.account.number)
      expect(new Set(keys.map((key) => key.id))).toEqual(new Set([first.issued.key.id, again.issued.key.id]))
    })

    test('gets an error for an invalid email and for an account with the maximum number of keys', async () => {
      expect(failureOf(await service.issueByOperator({ email: '@', plan: 'pro' }))).toEqual({
        kind: 'email-invalid',
        given: '@',
      })
      const { account } = await signup()
      for (let count = 0; count < MAX_KEYS; count++)
        unwrap(await service.issueByOperator({ email: account.email, plan: 'trial' }))
      const refused = failureOf(await service.issueByOperator({ email: account.email, plan: 'pro' }))
      expect(refused).toEqual({ kind: 'too-many-keys', max: MAX_KEYS })
    })

    test('finds an account by its email in any spelling, its id, or the id of a key', async () => {
      const { account, issued } = await signup({ email: `${newEmail().split('@')[0]}@Zürich.example` })
      const [local] = account.email.split('@')
      for (const reference of [account.email, `${local}@ZÜRICH.example`, account.id, issued.key.id]) {
        expect(await store.findByReference(reference), reference).toEqual(account)
      }
      for (const reference of ['', 'acc_0', 'nobody@example.com', issued.apiKey]) {
        expect(await store.findByReference(reference)).toBeUndefined()
      }
    })

    test('lists accounts page by page, for all plans or one', async () => {
      const { account: first } = await signup()
      const after = first.number
      const numbers: number[] = []
      for (const plan of ['pro', 'trial', 'pro'] as const) {
        numbers.push(unwrap(await service.issueByOperator({ email: newEmail(), plan })).account.number)
      }
      const list = async (filter: object) =>
        (await store.listAccounts({ limit: 100, after, ...filter })).map((account) => account.number)
      expect(await list({})).toEqual(numbers)
      expect(await list({ plan: 'pro' })).toEqual([numbers[0], numbers[2]])
      expect(await list({ limit: 2 })).toEqual(numbers.slice(0, 2))
      expect(await list({ after: numbers[1] })).toEqual(numbers.slice(2))
    })

    test('sets a plan: a limited one counts from today, an unlimited one has no end', async () => {
      const { account } = await signup()
      clock.advance(3 * DAY_MS)
      const { account: pro } = await service.setPlan(account, 'pro', { keepKeys: true })
      expect(pro).toMatchObject({ plan: 'pro', expiresAt: null })
      expect(await store.findByNumber(account.number)).toEqual(pro)
      clock.advance(100 * DAY_MS)
      const { account: trial } = await service.setPlan(pro, 'trial')
      expect(trial).toMatchObject({ plan: 'trial', expiresAt: clock.now() + 7 * DAY_MS })
      expect(await store.findByNumber(account.number)).toEqual(trial)
    })

    test('extends a running trial from its end, an ended one from today, and does not change an unlimited one', async () => {
      const { account } = await signup()
      const running = await service.extendTrial(account, 10)
      expect(running.expiresAt).toBe((account.expiresAt ?? 0) + 10 * DAY_MS)
      clock.advance(50 * DAY_MS)
      const ended = await service.extendTrial(running, 3)
      expect(ended.expiresAt).toBe(clock.now() + 3 * DAY_MS)
      expect(await store.findByNumber(account.number)).toEqual(ended)
      const { account: pro } = await service.setPlan(ended, 'pro', { keepKeys: true })
      expect(await service.extendTrial(pro, 3)).toEqual(pro)
    })
  })

  describe('keys', () => {
    const states = async (account: Account) =>
      Object.fromEntries((await service.keys.list(account.number)).map((key) => [key.id, keyState(key, clock.now())]))

    test('allow exactly the maximum of 40 concurrent creations, and one more after a revocation', async () => {
      const { account, issued } = await signup()
      const create = (count: number) =>
        Promise.all(Array.from({ length: count }, () => service.keys.create(account.number, 'many')))
      const results = await create(40)
      expect(results.filter((result) => result.ok).length).toBe(MAX_KEYS - 1)
      for (const result of results) {
        if (!result.ok) expect(result.failure).toEqual({ kind: 'too-many-keys', max: MAX_KEYS })
      }
      expect((await service.keys.list(account.number)).length).toBe(MAX_KEYS)
      await service.keys.revoke(account.number, issued.key.id)
      expect((await create(5)).filter((result) => result.ok).length).toBe(1)
    })

    test('free their slot at expiry, to the millisecond', async () => {
      const { account, issued } = await signup()
      unwrap(await service.keys.rotate(account.number, issued.key.id, 1))
      for (let count = 2; count < MAX_KEYS; count++) unwrap(await service.keys.create(account.number, null))
      clock.advance(HOUR_MS - 1)
      expect((await service.keys.create(account.number, null)).ok).toBe(false)
      clock.advance(1)
      expect((await service.keys.create(account.number, null)).ok).toBe(true)
    })

    test('keep a trimmed label, and treat an empty one as missing', async () => {
      const { account } = await signup()
      const labels = [' fleet ', '  ', null]
      for (const label of labels) unwrap(await service.keys.create(account.number, label))
      const keptLabels = (await service.keys.list(account.number)).map((key) => key.label)
      expect(keptLabels.filter((label) => label !== null)).toEqual(['fleet'])
    })

    test('stay valid during the overlap after rotation, next to the new key with the same label', async () => {
      const { account } = await signup()
      const old = unwrap(await service.keys.create(account.number, 'truck'))
      const fresh = unwrap(await service.keys.rotate(account.number, old.key.id, 24))
      expect(fresh.key.label).toBe('truck')
      expect(fresh.apiKey).not.toBe(old.apiKey)
      expect(await states(account)).toMatchObject({ [old.key.id]: 'expiring', [fresh.key.id]: 'active' })
      clock.advance(24 * HOUR_MS - 1)
      expect(await states(account)).toMatchObject({ [old.key.id]: 'expiring', [fresh.key.id]: 'active' })
      clock.advance(1)
      expect(await states(account)).toMatchObject({ [old.key.id]: 'expired', [fresh.key.id]: 'active' })
    })

    test('end immediately when rotated without overlap', async () => {
      const { account, issued } = await signup()
      const fresh = unwrap(await service.keys.rotate(account.number, issued.key.id, 0))
      expect(await states(account)).toEqual({ [issued.key.id]: 'expired', [fresh.key.id]: 'active' })
    })

    test('can be rotated only while active', async () => {
      const { account, issued } = await signup()
      const id = issued.key.id
      await service.keys.rotate(account.number, id, 24)
      const refused = async () => failureOf(await service.keys.rotate(account.number, id, 24))
      expect(await refused()).toEqual({ kind: 'key-not-active', id, state: 'expiring' })
      clock.advance(DAY_MS)
      expect(await refused()).toEqual({ kind: 'key-not-active', id, state: 'expired' })
      await service.keys.revoke(account.number, id)
      expect(await refused()).toEqual({ kind: 'key-not-active', id, state: 'revoked' })
    })

    test('have one successor after ten concurrent rotations', async () => {
      const { account, issued } = await signup()
      const rotate = () => service.keys.rotate(account.number, issued.key.id, 24)
      const results = await Promise.all(Array.from({ length: 10 }, rotate))
      expect(results.filter((result) => result.ok).length).toBe(1)
      expect((await service.keys.list(account.number)).length).toBe(2)
    })

    test('can be rotated when the account has the maximum number of keys', async () => {
      const { account, issued } = await signup()
      for (let count = 1; count < MAX_KEYS; count++) unwrap(await service.keys.create(account.number, null))
      unwrap(await service.keys.rotate(account.number, issued.key.id, 24))
      const active = Object.values(await states(account)).filter((state) => state === 'active')
      expect(active.length).toBe(MAX_KEYS)
      expect((await service.keys.create(account.number, null)).ok).toBe(false)
    })

    test('stay revoked since their first revocation, and are never active again', async () => {
      const { account, issued } = await signup()
      const revoked = unwrap(await service.keys.revoke(account.number, issued.key.id))
      expect(revoked.revokedAt).toBe(clock.now())
      clock.advance(1000)
      expect(unwrap(await service.keys.revoke(account.number, issued.key.id))).toEqual(revoked)
      expect((await store.findByKeyHash(hashKey(issued.apiKey)))?.key).toEqual(revoked)
    })

    test('of another account are not found and not changed', async () => {
      const [ours, theirs] = [await signup(), await signup()]
      const id = theirs.issued.key.id
      expect(failureOf(await service.keys.revoke(ours.account.number, id))).toEqual({ kind: 'key-not-found', id })
      expect(failureOf(await service.keys.rotate(ours.account.number, id, 1))).toEqual({ kind: 'key-not-found', id })
      expect(await states(theirs.account)).toEqual({ [id]: 'active' })
    })
  })

  describe('change counter', () => {
    test('counts every change of cached data, and notifies this server immediately', async () => {
      const { account, issued } = await signup()
      const spare = unwrap(await service.keys.create(account.number, null))
      const steps: (() => Promise<unknown>)[] = [
        () => service.setPlan(account, 'pro', { keepKeys: true }),
        () => service.extendTrial(account, 1),
        () => service.setSharesTraffic(account.number, false),
        () => service.keys.rotate(account.number, issued.key.id, 1),
        () => service.keys.revoke(account.number, spare.key.id),
      ]
      for (const step of steps) {
        const [revision, told] = [await store.getRevision(), changes]
        await step()
        expect(await store.getRevision(), `${step}`).toBe(revision + 1)
        expect(changes, `${step}`).toBe(told + 1)
      }
    })

    test('counts a new key too, because a server may have cached that it is unknown', async () => {
      const { account } = await signup()
      const revision = await store.getRevision()
      await service.keys.create(account.number, null)
      expect(await store.getRevision()).toBe(revision + 1)
    })

    test('counts all concurrent changes', async () => {
      const accounts = await Promise.all(Array.from({ length: 10 }, () => signup()))
      const revision = await store.getRevision()
      await Promise.all(accounts.map(({ account }) => service.setPlan(account, 'pro')))
      expect(await store.getRevision()).toBe(revision + 10)
    })
  })
})
