import { START_MS, simulateDrive } from '@fairway/tracking/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { AssetStore, type NewAsset } from '../assets/asset-store.ts'
import { IngestStore } from './ingest-store.ts'
import { type ProbeQuery, type ProbeRow, ProbeStore } from './probe-store.ts'
import { TrafficProbes } from './traffic-probes.ts'

/** The trip covers four kilometers at 10 m/s, with one position per second. */
const fixes = simulateDrive([
  [0, 0],
  [4000, 0],
])
const END_MS = fixes.at(-1)?.timeMs ?? 0

/** Creates a store of positions that arrive at the time they are recorded. */
function storeOf(assets: readonly number[]) {
  const rows = assets.flatMap((asset): ProbeRow[] =>
    fixes.map(({ timeMs, latitude, longitude }) => ({
      asset,
      account: 1000 + (asset % 2),
      time: timeMs,
      latitude,
      longitude,
      heading: null,
      accuracy: 4,
    })),
  )
  return {
    read: async ({ afterAsset, timeMs, receivedAtMs, limit }: ProbeQuery, untilMs = now) =>
      rows
        .filter(({ asset, time }) => asset > afterAsset && time > timeMs && time > receivedAtMs && time <= untilMs)
        .slice(0, limit),
  }
}
let now = START_MS
beforeEach(() => {
  now = START_MS
})

async function collectDrives(probes: TrafficProbes, stepMs: number) {
  const all: Awaited<ReturnType<TrafficProbes['readDrives']>> = []
  for (; now < END_MS + 600_000; now += stepMs) all.push(...(await probes.readDrives(now)))
  return all
}
const secondsOf = (parts: Awaited<ReturnType<typeof collectDrives>>) =>
  [...new Set(parts.flatMap(({ track }) => [...track.seconds]))].sort((a, b) => a - b)

describe('shared probe data', () => {
  test('excludes the first and last minute of a trip, and has a position every five seconds', async () => {
    const seconds = secondsOf(await collectDrives(new TrafficProbes(storeOf([7])), 60_000))
    expect(seconds[0]).toBe(START_MS / 1000 + 60)
    expect(seconds.at(-1)).toBe(END_MS / 1000 - 60)
    seconds.slice(1).forEach((second, at) => {
      expect(second - (seconds[at] ?? 0)).toBe(5)
    })
  })

  test.each([20_000, 60_000, 150_000])('is the same however often it is requested: every %i ms', async (stepMs) => {
    const reference = secondsOf(await collectDrives(new TrafficProbes(storeOf([7])), 30_000))
    now = START_MS
    expect(secondsOf(await collectDrives(new TrafficProbes(storeOf([7])), stepMs))).toEqual(reference)
  })

  test('is anonymous: each vehicle gets a random number, and another one after a restart', async () => {
    const parts = await collectDrives(new TrafficProbes(storeOf([7, 8])), 60_000)
    const names = new Set(parts.map(({ probe }) => probe))
    expect(names.size).toBe(2)
    now = START_MS
    const again = new Set((await collectDrives(new TrafficProbes(storeOf([7, 8])), 60_000)).map(({ probe }) => probe))
    for (const name of again) expect(names.has(name)).toBe(false)
    for (const name of [...names, ...again]) expect([7, 8]).not.toContain(name)
    expect(Object.keys(parts[0] ?? {})).toEqual(['probe', 'owner', 'track'])
  })

  test('groups vehicles of one account by a random number that does not identify the account', async () => {
    const parts = await collectDrives(new TrafficProbes(storeOf([6, 7, 8])), 60_000)
    const owners = [...Map.groupBy(parts, ({ probe }) => probe).values()].map((own) => new Set(own.map((p) => p.owner)))
    expect(owners.map(({ size }) => size)).toEqual([1, 1, 1])
    const [six, seven, eight] = owners.map(([owner]) => owner)
    expect([six === eight, six === seven]).toEqual([true, false])
    for (const owner of [six, seven]) expect([1000, 1001]).not.toContain(owner)
  })

  test('overlaps between parts, so that no road is split', async () => {
    const parts = await collectDrives(new TrafficProbes(storeOf([7])), 60_000)
    expect(parts.length).toBeGreaterThan(2)
    parts.slice(1).forEach(({ track }, at) => {
      const before = parts[at]?.track.seconds.at(-1) ?? 0
      expect(before - (track.seconds[0] ?? 0)).toBeGreaterThanOrEqual(55)
    })
  })
})

describeOnDatabases('positions that may become traffic', (at) => {
  const email = () => `fleet-${Math.random()}@example.com`
  const add = async (account: number, more: Partial<NewAsset> = {}) => {
    const asset = {
      account,
      name: email(),
      kind: 'vehicle',
      category: 'civil',
      reference: null,
      profile: undefined,
    } as const
    const made = await new AssetStore(at.db).register({ ...asset, createdAtMs: START_MS, ...more }, 100)
    return made ?? expect.fail('no room')
  }
  const push = (account: number, assetId: string, timesMs: readonly number[], flag: 0 | 1 | 2 = 0) =>
    new IngestStore(at.db).write([
      {
        account,
        assetId,
        receivedAtMs: START_MS,
        applyFixes: () => ({
          fixes: timesMs.map((timeMs) => ({ fix: { latitude: 41, longitude: -8, timeMs }, flag })),
          state: undefined,
        }),
      },
    ])
  const read = (more: Partial<ProbeQuery> = {}) =>
    new ProbeStore(at.db).read({ afterAsset: 0, timeMs: 0, receivedAtMs: 0, limit: 100, ...more })

  test('contains positions that moved civil vehicles of accounts that share data, by vehicle and time', async () => {
    const [sharing = 0, silent = 0] = await at.addAccounts(2)
    await at.db.updateTable('accounts').set({ shares_traffic: 0 }).where('number', '=', silent).execute()
    const [a, b] = [await add(sharing), await add(sharing)]
    const others = [
      await add(sharing, { kind: 'vessel' }),
      await add(sharing, { kind: 'robot' }),
      await add(sharing, { category: 'military' }),
    ]
    const hidden = await add(silent)
    for (const one of [b, a, ...others]) await push(sharing, one.id, [START_MS - 1000, START_MS - 3000])
    await push(sharing, a.id, [START_MS - 2000], 1)
    await push(silent, hidden.id, [START_MS - 1000])
    expect((await read()).map(({ asset, time }) => [asset, time - START_MS])).toEqual([
      [a.number, -3000],
      [a.number, -1000],
      [b.number, -3000],
      [b.number, -1000],
    ])
    expect(await read({ timeMs: START_MS - 3000 })).toHaveLength(2)
    expect(await read({ receivedAtMs: START_MS })).toEqual([])
    expect(await read({ afterAsset: a.number })).toHaveLength(2)
    expect(await read({ limit: 3 })).toHaveLength(3)
    await at.db.updateTable('accounts').set({ shares_traffic: 1 }).where('number', '=', silent).execute()
    expect(await read()).toHaveLength(5)
  })
})
