import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import type { StoredAssetRoute } from '../assets/asset.ts'
import { AssetStore } from '../assets/asset-store.ts'
import { SilenceWatch } from '../events/silence-store.ts'
import { AssetStates, StateEncoder } from './asset-state-store.ts'
import { type IngestJob, IngestStore } from './ingest-store.ts'

const NOW = Date.UTC(2026, 5, 16)
const SEED = Number(process.env.SEED ?? 20261118)

describeOnDatabases('assets between two pushes', (at) => {
  const register = async () => {
    const [account = 0] = await at.addAccounts(1)
    const fields = { kind: 'vehicle', category: 'civil', reference: null, profile: undefined } as const
    const asset = await new AssetStore(at.db).register({ account, name: 'Van', ...fields, createdAtMs: NOW }, 1)
    return asset ?? expect.fail('no room')
  }
  /** Job that records the asset that the server passes to it. */
  const job = ({ account, id }: { account: number; id: string }, seen: unknown[] = []): IngestJob => ({
    account,
    assetId: id,
    receivedAtMs: NOW,
    applyFixes: (asset) => {
      seen.push(asset)
      const fix = { latitude: 41, longitude: -8, timeMs: NOW + 1000 * asset.fixes }
      return { fixes: [{ fix, flag: 0 }], state: undefined }
    },
  })
  const readAsset = (account: number, id: string) => new AssetStore(at.db).find(account, id)

  test('equal what is stored, when two servers add positions in turn and the asset is edited', async () => {
    const asset = await register()
    const servers = [new IngestStore(at.db), new IngestStore(at.openAnother().db)]
    for (let round = 0; round < 6; round++) {
      const seen: unknown[] = []
      const stored = await readAsset(asset.account, asset.id)
      await servers[round % 3 === 2 ? 1 : 0]?.write([job(asset, seen)])
      expect(seen).toEqual([stored])
      if (round === 3) await new AssetStore(at.db).edit(asset.account, asset.id, { name: 'Truck' })
    }
    expect(await readAsset(asset.account, asset.id)).toMatchObject({ name: 'Truck', fixes: 6 })
  })

  test('equal what is stored after a check between positions that caused no event', async () => {
    const { account, id } = await register()
    await at.db.updateTable('assets').set({ watch_at: NOW }).where('id', '=', id).execute()
    const asset = (await readAsset(account, id)) ?? expect.fail('no asset')
    const states = new AssetStates()
    states.keep(new StateEncoder().encode([asset]), new Map())
    // The check removes the watch time, which has passed, but does not write a new change number.
    await new SilenceWatch(at.db).run(NOW + 1)
    const stored = await readAsset(account, id)
    expect(stored).toMatchObject({ watchAtMs: undefined, changed: asset.changed })
    const loaded = await at.db
      .transaction()
      .execute((trx) => states.load(trx, [{ account, assetId: id }], new Map([[account, 9]])))
    expect(loaded.get(id)).toEqual(stored)
  })

  test('keep their route in a row that positions do not write', async () => {
    const { account, id } = await register()
    const plan = { line: { line: 'abc' } } as unknown as StoredAssetRoute
    const store = new AssetStore(at.db)
    const attached = await store.update(account, id, ({ state }) => ({ plan, planNumber: 1, state }))
    expect(attached).toMatchObject({ plan, planNumber: 1 })
    await at.db.updateTable('asset_routes').set({ plan: '{"line":{"line":"changed"}}' }).execute()
    const ingest = new IngestStore(at.db)
    await ingest.write([job({ account, id })])
    await ingest.write([job({ account, id })])
    expect(await readAsset(account, id)).toMatchObject({ fixes: 2, plan: { line: { line: 'changed' } } })
    await store.update(account, id, ({ state }) => ({ plan: undefined, planNumber: 2, state }))
    expect(await at.db.selectFrom('asset_routes').selectAll().execute()).toEqual([])
  })

  test('are unaffected by a write that was rolled back', async () => {
    const asset = await register()
    const store = new IngestStore(at.db)
    await store.write([job(asset)])
    const broken = () => {
      throw new Error('broken')
    }
    await expect(store.write([job(asset), { ...job(asset), applyFixes: broken }])).rejects.toThrow('broken')
    const seen: unknown[] = []
    await store.write([job(asset, seen)])
    expect(seen).toMatchObject([{ fixes: 1 }])
    expect(await readAsset(asset.account, asset.id)).toMatchObject({ fixes: 2 })
  })

  test('are omitted after their deletion', async () => {
    const asset = await register()
    const store = new IngestStore(at.db)
    await store.write([job(asset)])
    await new AssetStore(at.db).remove(asset.account, asset.id, NOW)
    expect(await store.write([job(asset)])).toEqual([undefined])
  })

  test.each([1, 9, 10, 11, 99, 100, 101, 256])('are all updated in a write of %i assets', async (count) => {
    const [account = 0] = await at.addAccounts(1)
    const store = new AssetStore(at.db)
    const ids: string[] = []
    for (let number = 0; number < count; number++) {
      const fields = { kind: 'vehicle', category: 'civil', reference: null, profile: undefined } as const
      const added = await store.register({ account, name: `Van ${number}`, ...fields, createdAtMs: NOW }, count)
      ids.push(added?.id ?? '')
    }
    await new IngestStore(at.db).write(ids.map((id) => job({ account, id })))
    const assets = await store.list(account, 0, count)
    expect(assets.map(({ id, fixes }) => [id, fixes])).toEqual(ids.map((id) => [id, 1]))
    const numbers = assets.map(({ number }) => number)
    const positions = await at.db.selectFrom('positions').selectAll().where('asset', 'in', numbers).execute()
    expect(positions).toHaveLength(count)
  })

  test('equal what is stored, when two servers write and edit random assets of two accounts', async () => {
    const random = seededRandom(SEED)
    const pick = (count: number) => Math.floor(random() * count)
    const [first, second] = [await register(), await register()]
    const fields = { kind: 'vehicle', category: 'civil', reference: null, profile: undefined } as const
    const assets = [first, second]
    for (const { account } of [first, first, second, second]) {
      const added = await new AssetStore(at.db).register({ account, name: 'Van', ...fields, createdAtMs: NOW }, 5)
      assets.push(added ?? expect.fail('no room'))
    }
    const servers = [new IngestStore(at.db), new IngestStore(at.openAnother().db)]
    const broken: IngestJob['applyFixes'] = () => {
      throw new Error('broken')
    }
    for (let round = 0; round < 150; round++) {
      // Most rounds are on the first server, so that several changes in a row come from the same server.
      const server = servers[random() < 0.75 ? 0 : 1] ?? expect.fail('no server')
      const written = assets.filter(() => random() < 0.4)
      const edited = assets[pick(assets.length)] ?? first
      if (random() < 0.1) await new AssetStore(at.db).edit(edited.account, edited.id, { name: `Van ${round}` })
      if (random() < 0.1) {
        const failing = { ...job(edited), applyFixes: broken }
        await expect(server.write([...written.map((asset) => job(asset)), failing])).rejects.toThrow('broken')
      }
      const stored = await Promise.all(written.map(({ account, id }) => readAsset(account, id)))
      const seen: unknown[] = []
      await server.write(written.map((asset) => job(asset, seen)))
      expect(seen, `round ${round}, seed ${SEED}`).toEqual(stored)
    }
  })

  test('are read without a query while only one server changes the account', async () => {
    const { account, id } = await register()
    const store = new IngestStore(at.db)
    await store.write([job({ account, id })])
    // Real changes write a new change number, so the server cannot see this one.
    await at.db.updateTable('assets').set({ changed: 0 }).where('id', '=', id).execute()
    const seen: unknown[] = []
    await store.write([job({ account, id }, seen)])
    expect(seen).toMatchObject([{ fixes: 1, changed: 2 }])
  })

  test('are kept only up to the maximum size', async () => {
    const assets = [await register(), await register()]
    const states = new AssetStates(1500)
    states.keep(new StateEncoder().encode(assets), new Map())
    // The row keeps its version, so only an asset that was not kept in memory is read again and has the new name.
    await at.db.updateTable('assets').set({ name: 'Truck' }).execute()
    const names = await at.db.transaction().execute(async (trx) => {
      const keys = assets.map(({ account, id }) => ({ account, assetId: id }))
      const loaded = await states.load(trx, keys, new Map())
      return assets.map(({ id }) => loaded.get(id)?.name)
    })
    expect(names).toEqual(['Truck', 'Van'])
  })
})
