import { beforeEach, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { UsageStore } from '../../../platform/metering/store.ts'
import type { Account } from '../account.ts'
import { OPERATOR_ACTOR } from '../audit/audit.ts'
import { AccountService } from '../service.ts'
import { AccountStore } from '../store.ts'
import { cleanUpAccounts } from './clean-up.ts'
import { AccountDeletion } from './delete-account-store.ts'

const DAY_MS = 86_400_000
let count = 0

describeOnDatabases('an address that was deleted', (at) => {
  let clock: FakeClock
  let service: AccountService
  let email: string
  let first: Account
  beforeEach(async () => {
    clock = new FakeClock('2026-11-15T12:00:00Z')
    service = new AccountService({ store: new AccountStore(at.db), plans: defaultPlans(7), clock })
    email = `deleted-${++count}@example.com`
    await at.db.deleteFrom('deleted_addresses').execute()
    first = await signUp()
    await at.db.insertInto('usage_months').values({ account: first.number, month: '2026-11', units: 9 }).execute()
  })
  async function signUp(): Promise<Account> {
    const result = await service.signup({ email })
    if (!result.ok) throw new Error(result.failure.kind)
    return result.value.account
  }
  const erase = () => new AccountDeletion(at.db).delete(first, OPERATOR_ACTOR, clock.now())
  const getUnits = ({ number }: Account, month: '2026-11' | '2026-12') =>
    new UsageStore(at.db).loadUsedUnits(number, month)
  const listAddresses = () => at.db.selectFrom('deleted_addresses').selectAll().execute()

  test('continues its trial and its month, even after several deletions', async () => {
    for (let round = 0; round < 3; round++) {
      clock.advance(DAY_MS)
      await erase()
      const before = first
      first = await signUp()
      expect(first.number).not.toBe(before.number)
      expect(first.expiresAt).toBe(before.expiresAt)
      expect(await getUnits(first, '2026-11')).toBe(9)
      expect(await listAddresses()).toEqual([])
    }
  })

  test('is stored as a hash until the month is over, and then starts again', async () => {
    await erase()
    const [row] = await listAddresses()
    expect(row).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), units: 9 })
    expect(row?.expires_at).toBe(Date.parse('2026-12-01'))
    clock.set('2026-11-30T23:59:59.999Z')
    await cleanUpAccounts(at.database, clock.now())
    expect(await listAddresses()).toHaveLength(1)
    clock.advance(1)
    const again = await signUp()
    expect(again.expiresAt).toBe(clock.now() + 7 * DAY_MS)
    expect(await getUnits(again, '2026-12')).toBe(0)
  })

  test('is deleted by the cleanup when the trial and the month are over', async () => {
    await erase()
    await cleanUpAccounts(at.database, Date.parse('2026-12-01'))
    expect(await listAddresses()).toEqual([])
  })

  test('continues a trial that ends in the next month, without the units of this one', async () => {
    await at.db
      .updateTable('accounts')
      .set({ expires_at: Date.parse('2026-12-04') })
      .where('email', '=', email)
      .execute()
    await erase()
    clock.set('2026-12-02T00:00:00Z')
    const again = await signUp()
    expect(again.expiresAt).toBe(Date.parse('2026-12-04'))
    expect([await getUnits(again, '2026-11'), await getUnits(again, '2026-12')]).toEqual([0, 0])
  })

  test('starts again when the operator issues a key', async () => {
    await erase()
    const issued = await service.issueByOperator({ email, plan: 'trial' })
    expect(issued).toMatchObject({ ok: true, value: { account: { expiresAt: clock.now() + 7 * DAY_MS } } })
  })
})
