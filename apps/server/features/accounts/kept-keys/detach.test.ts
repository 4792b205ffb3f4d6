import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { fillTables, listAccountTables } from '../../../../../tests/contract/fill-tables.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { type AccountTable, accountTables, keyDataTables, mergedTables, ownerTables } from '../account-tables.ts'
import { AccountService } from '../service.ts'
import { AccountStore } from '../store.ts'

const filledTables = [...keyDataTables, ...mergedTables].filter((table) => table !== 'keys')
const PHONE = '+59821234567'

describeOnDatabases('keys from before the first sign-in', (at) => {
  let lastEmail = 0
  const createService = () =>
    new AccountService({ store: new AccountStore(at.db), plans: defaultPlans(7), clock: new FakeClock() })
  async function signUp(service: AccountService, fields: { name?: string; phone?: string } = {}) {
    const email = `kept-${at.kind}-${++lastEmail}@example.com`
    const signup = await service.signup({ email, ...fields })
    if (!signup.ok) throw new Error(signup.failure.kind)
    return { email, number: signup.value.account.number }
  }
  async function prove(service: AccountService, email: string): Promise<number> {
    const account = await service.keptKeys.prove(email)
    if (!account) throw new Error('no account')
    return account.number
  }
  async function keepAll(service: AccountService, account: number): Promise<void> {
    for (const { id } of await service.keptKeys.listUnkept(account)) {
      expect(await service.keptKeys.keep(account, id)).toMatchObject({ ok: true })
    }
  }
  const countRows = async (table: AccountTable, account: number) =>
    (await at.db.selectFrom(table).select('account').where('account', '=', account).execute()).length
  const countAll = async (tables: readonly AccountTable[], account: number) =>
    Object.fromEntries(
      await Promise.all(tables.map(async (table) => [table, await countRows(table, account)] as const)),
    )
  const allOf = (tables: readonly AccountTable[], count: number) =>
    Object.fromEntries(tables.map((table) => [table, count]))
  const findContact = async (number: number) =>
    await at.db.selectFrom('accounts').select(['name', 'phone']).where('number', '=', number).executeTakeFirst()

  test('every table with an account is known', async () => {
    expect((await listAccountTables(at.db)).sort()).toEqual([...accountTables].sort())
  })

  test('take all their data with them when the owner keeps them', async () => {
    const service = createService()
    const { email, number } = await signUp(service)
    await fillTables(at.db, number, filledTables)
    const owner = await prove(service, email)
    expect(await countAll(filledTables, number)).toEqual(allOf(filledTables, 1))
    expect(await countAll(filledTables, owner)).toEqual(allOf(filledTables, 0))
    await keepAll(service, owner)
    const movedTables = filledTables.filter((table) => table !== 'phone_codes')
    expect(await countAll(accountTables, number)).toEqual(allOf(accountTables, 0))
    expect(await countAll(movedTables, owner)).toEqual(allOf(movedTables, 1))
    expect(await countRows('keys', owner)).toBe(1)
  })

  test('lose against the settings of the owner, and merge with the rest', async () => {
    const service = createService()
    const { email, number } = await signUp(service)
    await fillTables(at.db, number, filledTables)
    const owner = await prove(service, email)
    const ownTables = filledTables.filter((table) => table !== 'solutions' && table !== 'jobs')
    await fillTables(at.db, owner, ownTables)
    await at.db.updateTable('event_settings').set({ settings: 'own' }).where('account', '=', owner).execute()
    await keepAll(service, owner)
    expect(await countAll(accountTables, number)).toEqual(allOf(accountTables, 0))
    expect(await countAll(['geofences', 'events', 'webhooks', 'assets', 'usage', 'removed_assets'], owner)).toEqual({
      geofences: 2,
      events: 2,
      webhooks: 2,
      assets: 2,
      usage: 2,
      // Both notices have the same number. That of the owner remains.
      removed_assets: 1,
    })
    const rows = await at.db.selectFrom('event_settings').select('settings').where('account', '=', owner).execute()
    expect(rows).toEqual([{ settings: 'own' }])
  })

  test('continue the change numbers, so that clients miss no change', async () => {
    const service = createService()
    const { email, number } = await signUp(service)
    await fillTables(at.db, number, ['assets'])
    await at.db
      .insertInto('revisions')
      .values({ name: `assets:${number}`, value: 500 })
      .execute()
    const owner = await prove(service, email)
    await keepAll(service, owner)
    const asset = await at.db.selectFrom('assets').select('changed').where('account', '=', owner).executeTakeFirst()
    expect(Number(asset?.changed)).toBeGreaterThan(500)
  })

  test('bring the name and the number of the signup only when they are kept', async () => {
    const service = createService()
    const { email, number } = await signUp(service, { name: 'Ana', phone: PHONE })
    const owner = await prove(service, email)
    expect(await findContact(owner)).toEqual({ name: null, phone: null })
    await keepAll(service, owner)
    expect(await findContact(owner)).toEqual({ name: 'Ana', phone: PHONE })
    expect(await findContact(number)).toEqual({ name: null, phone: null })
  })

  test('leave the name that the owner has', async () => {
    const service = createService()
    const { email } = await signUp(service, { name: 'Stranger', phone: PHONE })
    const owner = await prove(service, email)
    await at.db.updateTable('accounts').set({ name: 'Owner' }).where('number', '=', owner).execute()
    await keepAll(service, owner)
    expect(await findContact(owner)).toEqual({ name: 'Owner', phone: PHONE })
  })

  test('tables that follow the address stay with the owner', async () => {
    const service = createService()
    const { email, number } = await signUp(service)
    const tables = ownerTables.filter((table) => table !== 'audit_log')
    await fillTables(at.db, number, tables)
    const owner = await prove(service, email)
    expect(await countAll(tables, owner)).toEqual(allOf(tables, 1))
    expect(await countAll(ownerTables, number)).toEqual(allOf(ownerTables, 0))
  })
})
