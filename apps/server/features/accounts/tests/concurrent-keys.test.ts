import { beforeEach, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import type { Key } from '../account.ts'
import { KeyStore } from '../keys/key-store.ts'
import { AccountService } from '../service.ts'
import { AccountStore } from '../store.ts'

const HOUR_MS = 3_600_000
let accountCount = 0

/** Store that runs other work immediately after it reads the keys. */
class InterruptedKeys extends KeyStore {
  interrupt: (() => Promise<unknown>) | undefined
  override async list(account: number): Promise<Key[]> {
    const keys = await super.list(account)
    const interrupt = this.interrupt
    this.interrupt = undefined
    await interrupt?.()
    return keys
  }
}

describeOnDatabases('concurrent changes of a key', (at) => {
  let clock: FakeClock
  let keys: InterruptedKeys
  let service: AccountService
  let account: number
  let id: string
  beforeEach(async () => {
    clock = new FakeClock()
    keys = new InterruptedKeys(at.db)
    service = new AccountService({ store: new AccountStore(at.db, keys), plans: defaultPlans(7), clock })
    const issued = await service.issueByOperator({ email: `keys-${++accountCount}@example.com`, plan: 'pro' })
    if (!issued.ok) throw new Error(issued.failure.kind)
    account = issued.value.account.number
    id = issued.value.issued.key.id
  })
  const read = async (key = id) => (await keys.list(account)).find((candidate) => candidate.id === key)

  test('a new label does not remove the expiry of a key that is rotated in the meantime', async () => {
    keys.interrupt = () => service.keys.rotate(account, id, 24)
    expect(await service.keys.update(account, id, { label: 'map' })).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ label: 'map', expiresAt: clock.now() + 24 * HOUR_MS, rotatedAt: clock.now() })
  })

  test('a new expiry is rejected when the key is rotated in the meantime', async () => {
    keys.interrupt = () => service.keys.rotate(account, id, 24)
    const result = await service.keys.update(account, id, { expiresAt: null })
    expect(result).toMatchObject({ failure: { kind: 'key-rotated' } })
    expect(await read()).toMatchObject({ expiresAt: clock.now() + 24 * HOUR_MS })
  })

  test('each of two changes keeps the restrictions of the other', async () => {
    const expiresAt = new Date(clock.now() + HOUR_MS).toISOString()
    keys.interrupt = () => service.keys.update(account, id, { expiresAt, scopes: { operations: ['route'] } })
    await service.keys.update(account, id, { label: 'map', scopes: { networks: ['127.0.0.1'] } })
    expect(await read()).toMatchObject({
      label: 'map',
      expiresAt: clock.now() + HOUR_MS,
      scopes: { operations: ['route'], networks: ['127.0.0.1'], origins: null },
    })
  })

  test('a rotation passes on a restriction that is added in the meantime', async () => {
    keys.interrupt = () => service.keys.update(account, id, { scopes: { operations: ['route'] } })
    const rotated = await service.keys.rotate(account, id, 24)
    expect(rotated).toMatchObject({ ok: true, value: { key: { scopes: { operations: ['route'] } } } })
    expect(await read(rotated.ok ? rotated.value.key.id : '')).toMatchObject({ scopes: { operations: ['route'] } })
  })

  test('a key that is revoked in the meantime is not changed', async () => {
    keys.interrupt = () => service.keys.revoke(account, id)
    const result = await service.keys.update(account, id, { label: 'map' })
    expect(result).toMatchObject({ failure: { kind: 'key-ended', state: 'revoked' } })
    expect(await read()).toMatchObject({ label: null })
  })
})
