import { expect, test } from 'vitest'
import { countTurns } from '../../../../../tests/contract/watch-queries.ts'
import type { PositionRow } from '../../../platform/storage/tables/assets.ts'
import type { Asset } from '../../tracking/assets/asset.ts'
import type { Account } from '../account.ts'
import { type ExportStores, exportAccount } from './export-account.ts'

const account: Account = {
  number: 1,
  id: 'acc_1',
  email: 'a@example.com',
  name: null,
  phone: null,
  plan: 'pro',
  createdAt: 0,
  expiresAt: null,
  sharesTraffic: true,
  phoneProvedAt: null,
  provedAt: null,
}
const asset: Asset = {
  number: 7,
  id: 'as_1',
  account: 1,
  name: 'Van',
  kind: 'vehicle',
  category: 'civil',
  reference: null,
  profile: undefined,
  createdAtMs: 0,
  plan: undefined,
  planNumber: 0,
  state: undefined,
  fixes: 0,
  changed: 0,
  mmsi: undefined,
}
const toRow = (fix: number): PositionRow => ({
  asset: 7,
  time: fix * 1000,
  fix,
  received_at: 0,
  latitude: 1,
  longitude: 2,
  speed: null,
  heading: null,
  battery: null,
  altitude: null,
  accuracy: null,
  flag: 0,
})

test('reads a page of a track only when the reader has consumed the previous one', async () => {
  let reads = 0
  const stores: ExportStores = {
    keys: { list: async () => [] },
    usage: { listSince: async () => [] },
    assets: { list: async () => [asset] },
    // This store returns an endless track.
    tracks: {
      read: async ({ after, limit }) => {
        reads++
        return Array.from({ length: limit }, (_, index) => toRow((after?.fix ?? 0) + index + 1))
      },
    },
    rules: {
      geofences: { list: async () => [] },
      settings: { get: async () => ({}) },
      webhooks: { list: async () => [] },
      events: { list: async () => [] },
    },
    plans: {
      solutions: { list: async () => [] },
      links: { list: async () => [] },
      jobs: { list: async () => [] },
    },
    audit: { list: async () => [] },
    sessions: { listSessions: async () => [] },
    messages: { listMessages: async () => [] },
  }
  let pages = 0
  const turns = countTurns()
  for await (const text of exportAccount(stores, account, 0)) {
    if (text.startsWith('{"at"')) pages++
    expect(reads - pages).toBeLessThanOrEqual(1)
    if (pages === 50) break
  }
  turns.stop()
  expect(reads).toBe(50)
  // Timers and other requests can run after each page, although these stores reply immediately.
  expect(turns.count()).toBeGreaterThanOrEqual(48)
})
