import { seededRandom } from '@fairway/geo'
import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'
import { AssetStore } from '../assets/asset-store.ts'
import { TrackStore } from '../tracks/track-store.ts'
import type { GroupBy } from '../trips/group-cursor.ts'
import { groupedPageLimits, readGroups } from '../trips/grouped-reports.ts'
import { MAX_REPORT_ASSETS } from '../trips/schemas.ts'

const SEED = 5
const ASSETS = 16
const groupNames = ['North', 'South, "old"', '=Éast', undefined] as const
const PERIOD = 'from=2026-11-16&days=2'

interface Sums {
  readonly distance_km: number
  readonly trips: number
  readonly stops: number
  readonly driving_min: number
  readonly idle_min: number
  readonly stopped_min: number
  readonly unseen_min: number
  readonly max_kmh: number
  readonly harsh_braking: number | null
  readonly speeding: number | null
  readonly first_depart_at: string | null
  readonly last_arrive_at: string | null
}
type AssetRow = Sums & { readonly asset: string }
type GroupRow = Sums & { readonly group: string | null; readonly assets: number; readonly time_zone: string | null }
interface Summary {
  readonly assets: readonly AssetRow[]
  readonly groups?: readonly GroupRow[]
  readonly total: Sums & { readonly assets: number }
  readonly next?: string
}

describeOnStores('a report by group', ({ startShared }) => {
  let service: TestService
  let key: string
  let fleet: Fleet
  let ids: string[]
  const groupOf = new Map<string, string | undefined>()
  beforeAll(async () => {
    const plans = defaultPlans(7)
    const live = { ...plans.pro.live, gpsPushPerSecond: 1e6 }
    const config = { shedDelayMs: 0, plans: { ...plans, pro: { ...plans.pro, live } } }
    service = await startShared({ clock: new FakeClock('2026-11-17T20:00:00Z'), config })
    key = (await issueKey(service, 'pro')).key
    fleet = new Fleet(service, key)
    const random = seededRandom(SEED)
    ids = []
    for (let i = 0; i < ASSETS; i++) {
      const group = groupNames[Math.floor(groupNames.length * random())]
      const id = await fleet.register({ name: `Van ${i}`, ...(group === undefined ? {} : { group }) })
      ids.push(id)
      groupOf.set(id, group)
      // The assets of a group are all in one time zone, and some assets never report a position.
      if (random() < 0.8) await fleet.push(id, { positions: drawPositions(random, group === 'North' ? 52 : -34) })
    }
  })

  /** Draws positions of standstills and of drives to the north, for some assets without speeds. */
  function drawPositions(random: () => number, startLatitude: number): object[] {
    const positions: object[] = []
    const withSpeed = random() < 0.7
    let timeMs = Date.parse('2026-11-16T08:00:00Z') + 3_600_000 * 20 * random()
    let latitude = startLatitude
    for (let part = 0; part < 4; part++) {
      const speedMs = part % 2 === 0 ? 0 : 6 + 14 * random()
      for (let i = 0; i < 60 + 60 * random(); i++, timeMs += 3000, latitude += (3 * speedMs) / 111_195)
        positions.push({
          at: [latitude, startLatitude > 0 ? 13.4 : -56.1],
          time: new Date(timeMs).toISOString(),
          accuracy_m: 4,
          ...(withSpeed ? { speed_ms: speedMs } : {}),
        })
    }
    return positions
  }

  const ask = (query: string) =>
    service.app.inject({ url: `/v1/reports/summary?${query}`, headers: { 'x-api-key': key } })
  const report = async (query: string): Promise<Summary> => expectServed(await ask(query)).json() as Summary

  const addedFields = ['distance_km', 'driving_min', 'idle_min', 'stopped_min', 'unseen_min'] as const
  const countFields = ['trips', 'stops', 'harsh_braking', 'speeding'] as const
  function expectSum(sums: Sums, rows: readonly Sums[], what: string): void {
    // Every row is rounded separately.
    for (const field of addedFields) {
      const expected = rows.reduce((total, row) => total + row[field], 0)
      expect(Math.abs(sums[field] - expected), `${what}, ${field}`).toBeLessThanOrEqual(0.006 * (rows.length + 1))
    }
    for (const field of countFields) {
      const known = rows.map((row) => row[field]).filter((value) => value !== null)
      expect(sums[field], `${what}, ${field}`).toBe(
        known.length > 0 ? known.reduce((total, value) => total + value, 0) : null,
      )
    }
    expect(sums.max_kmh, what).toBe(Math.max(0, ...rows.map((row) => row.max_kmh)))
    const times = (field: 'first_depart_at' | 'last_arrive_at') =>
      rows
        .map((row) => row[field])
        .filter((time) => time !== null)
        .sort()
    expect(sums.first_depart_at, what).toBe(times('first_depart_at')[0] ?? null)
    expect(sums.last_arrive_at, what).toBe(times('last_arrive_at').at(-1) ?? null)
  }

  test(`has the sums of its assets, seed ${SEED}`, async () => {
    const byAsset = await report(PERIOD)
    expect(byAsset.assets).toHaveLength(ASSETS)
    expect(byAsset).not.toHaveProperty('groups')
    const { assets, groups = [], total, next } = await report(`${PERIOD}&group_by=group`)
    expect([assets, next]).toEqual([[], undefined])
    expect(groups.map(({ group }) => group)).toEqual(['=Éast', 'North', 'South, "old"', null])
    for (const row of groups) {
      const rows = byAsset.assets.filter(({ asset }) => (groupOf.get(asset) ?? null) === row.group)
      expect(row.assets).toBe(rows.length)
      expectSum(row, rows, `seed ${SEED}, ${row.group}`)
    }
    expect(groups.filter(({ trips }) => trips > 0).length).toBeGreaterThan(2)
    expectSum(total, groups, `seed ${SEED}, total`)
    const zones = new Map(groups.map(({ group, time_zone }) => [group, time_zone]))
    expect([zones.get('North'), zones.get('=Éast')]).toEqual(['Europe/Berlin', 'America/Montevideo'])
    const account = await report(`${PERIOD}&group_by=account`)
    expect(account).toEqual({ assets: [], total: byAsset.total })
    expect(account.total.assets).toBe(ASSETS)
  })

  test('covers one group or the named assets', async () => {
    const all = (await report(`${PERIOD}&group_by=group`)).groups ?? []
    const north = all.filter(({ group }) => group === 'North')
    expect((await report(`${PERIOD}&group_by=group&group=North`)).groups).toEqual(north)
    const { total } = await report(`${PERIOD}&group_by=account&group=North`)
    expect(total).toEqual((await report(`${PERIOD}&group=North`)).total)
    expect((await report(`${PERIOD}&group_by=group&group=nobody`)).groups).toEqual([])
    const named = ids.slice(3, 11)
    const rows = (await report(`${PERIOD}&assets=${named}`)).assets
    const byName = await report(`${PERIOD}&assets=${named}&group_by=group`)
    for (const row of byName.groups ?? [])
      expectSum(
        row,
        rows.filter(({ asset }) => (groupOf.get(asset) ?? null) === row.group),
        `named ${row.group}`,
      )
    expect(byName.total.assets).toBe(named.length)
    expect((await report(`${PERIOD}&assets=${named}&group_by=account`)).total).toEqual(
      (await report(`${PERIOD}&assets=${named}`)).total,
    )
  })

  test('comes as CSV with the same values', async () => {
    const { groups = [] } = await report(`${PERIOD}&group_by=group`)
    const [head, ...lines] = expectServed(await ask(`${PERIOD}&group_by=group&format=csv`))
      .body.trim()
      .split('\r\n')
    expect(head).toMatch(/^group,assets,time_zone,distance_km,trips,stops,driving_min,/)
    expect(lines).toHaveLength(groups.length)
    expect(lines[0]).toMatch(`'=Éast,${groups[0]?.assets},America/Montevideo,${groups[0]?.distance_km},`)
    expect(lines[2]).toMatch(`"South, ""old""",${groups[2]?.assets},`)
    expect(lines[3]).toMatch(`,${groups[3]?.assets},`)
    const { total } = await report(`${PERIOD}&group_by=account`)
    const account = expectServed(await ask(`${PERIOD}&group_by=account&format=csv`))
      .body.trim()
      .split('\r\n')
    expect(account[0]).toMatch(/^assets,time_zone,distance_km,/)
    // Assets in several time zones have no common local time.
    expect(account[1]).toMatch(`${ASSETS},,${total.distance_km},${total.trips},`)
    expect(account[1]).toMatch(new RegExp(`,${total.first_depart_at},,${total.last_arrive_at},$`))
  })

  test('links to the next page with the same query', async () => {
    const { key: otherKey } = await issueKey(service, 'aviation')
    const largeFleet = new Fleet(service, otherKey)
    for (let i = 0; i <= MAX_REPORT_ASSETS; i++) await largeFleet.register({ name: `Drone ${i}`, kind: 'drone' })
    for (const path of ['/v1/reports/summary', '/v1/reports/days']) {
      const readPage = async (query: string) =>
        expectServed(await service.app.inject({ url: `${path}?${query}`, headers: { 'x-api-key': otherKey } }))
      const first = await readPage('from=2026-11-16&time_zone=Europe/Berlin&format=csv')
      const [, query = ''] = /^<\?(.*)>; rel="next"$/.exec(String(first.headers.link)) ?? []
      const last = await readPage(query)
      expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({ from: '2026-11-16', format: 'csv' })
      expect(last.headers.link).toBeUndefined()
      const [head, row, ...rest] = last.body.trim().split('\r\n')
      expect([head, rest]).toEqual([first.body.split('\r\n')[0], []])
      expect(row).toContain(`Drone ${MAX_REPORT_ASSETS},Europe/Berlin,`)
    }
  })

  test('has the same totals in pages of any size', async () => {
    const { db, kind } = service.database
    const [row] = await db
      .selectFrom('assets')
      .select('account')
      .where('id', '=', ids[0] ?? '')
      .execute()
    const terms = defaultPlans(7).pro
    const caller: AccountCaller = {
      kind: 'account',
      account: row?.account ?? 0,
      accountId: 'ac',
      plan: 'pro',
      terms,
      hasPhone: false,
    }
    const options = { assets: new AssetStore(db), tracks: new TrackStore(db, kind), match: async () => undefined }
    const read = async (by: GroupBy, limits: typeof groupedPageLimits, betweenPages = async () => {}) => {
      const pages = []
      for (let after: string | undefined, page = 0; page < 100; page++) {
        const query = { from: '2026-11-16', days: 2, ...(after !== undefined && { after }) }
        const reply = await readGroups(options, caller, query, by, service.clock.now(), limits)
        if (!reply.ok) throw new Error(`the report failed with ${reply.failure.kind}`)
        pages.push(reply.value.groups)
        after = reply.value.next
        if (after === undefined) return pages
        await betweenPages()
      }
      throw new Error('the report has no last page')
    }
    const [whole, account] = [await read('group', groupedPageLimits), await read('account', groupedPageLimits)]
    expect([whole.length, account.length]).toEqual([1, 1])
    for (const limits of [
      { assets: 1, positions: 1e9 },
      { assets: 3, positions: 1e9 },
      { assets: 1000, positions: 500 },
    ]) {
      const pages = await read('group', limits)
      expect(pages.length).toBeGreaterThan(4)
      expect(pages.flat()).toEqual(whole.flat())
      // The last page of an account contains its totals.
      expect((await read('account', limits)).at(-1)).toEqual(account[0])
    }
    // Assets that leave their group after they were read still count, even if the group no longer exists.
    const [first] = whole.flat()
    const members = ids.filter((id) => groupOf.get(id) === first?.group)
    expect(members.length).toBeGreaterThan(2)
    const readFirst = members.slice(0, -1)
    let page = 0
    const moved = await read('group', { assets: readFirst.length, positions: 1e9 }, async () => {
      if (page++ === 0) for (const id of members) expectServed(await fleet.patch(`/${id}`, { group: 'North' }))
    })
    for (const id of members) expectServed(await fleet.patch(`/${id}`, { group: first?.group }))
    const query = { from: '2026-11-16', days: 2, assets: readFirst.join() }
    const named = await readGroups(options, caller, query, 'group', service.clock.now())
    expect(moved[0]).toEqual([])
    expect(moved[1]?.[0]).toEqual(named.ok ? named.value.groups[0] : undefined)
  })

  test('accepts every cursor that it can parse', async () => {
    const zeros = [0, 0, 0, 0, 0, 0, 0, 0, null, null, null, null, null, null]
    const toCursor = (by: string, values: unknown[]) =>
      `${by[0]}${Buffer.from(JSON.stringify(values)).toString('base64url')}`
    for (const values of [
      [2 ** 31 - 1, 'North', 1, 'Nowhere/Zone', ...zeros],
      [0, '\ud800', 1, 'Nowhere/Zone', ...zeros],
    ])
      for (const by of ['group', 'account'])
        expectServed(await ask(`${PERIOD}&group_by=${by}&format=csv&after=${toCursor(by, values)}`))
  })

  test('accepts cursors up to the largest number of an asset, like other lists', async () => {
    const get = (url: string) => service.app.inject({ url, headers: { 'x-api-key': key } })
    for (const url of [`/v1/reports/summary?${PERIOD}`, `/v1/reports/days?${PERIOD}`, '/v1/assets?limit=1']) {
      expectServed(await get(`${url}&after=nzik0zj`))
      expectProblem(await get(`${url}&after=nzik0zk`), 422, /^after is "nzik0zk"/)
    }
    for (const url of ['/v1/events', '/v1/geofences']) expectServed(await get(`${url}?after=nzzzzzzzzz`))
  })

  test('rejects unknown groupings and cursors', async () => {
    expectProblem(await ask('group_by=depot'), 422, /^group_by is "?depot"?; it must be one of/)
    expectProblem(
      await ask('group_by=group&after=n5'),
      422,
      'after is "n5"; give the value of next from the previous reply',
    )
    expectProblem(await ask('group_by=account&roads=true'), 422, /^roads is true, but assets is missing/)
    expectProblem(await ask('group_by=account&time_zone=Berlin'), 422, /^time_zone is "Berlin"/)
  })
})
