import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { OutboxStore } from '../../../platform/notifications/store.ts'
import { SolutionStore } from '../../tracking/dispatch/solution-store.ts'
import { ShareStore } from '../../tracking/share/share-store.ts'
import { hashKey } from '../api-key.ts'
import { MAX_SAME_PER_DAY } from '../audit/audit-store.ts'
import { cleanUpAccounts } from '../life/clean-up.ts'
import { AccountDeletion } from '../life/delete-account-store.ts'
import { ExportLeases } from '../life/export-lease-store.ts'
import { AccountStore } from '../store.ts'
import {
  callProbe,
  findCodeInLog,
  getUsage,
  issueKey,
  requestChallenge,
  signIn,
  signUp,
  signUpUnproved,
  type TestSession,
  verify,
} from './sample-accounts.ts'

const MINUTE_MS = 60_000
const POSITIONS = 1001
const ASSETS = 21
const GEOFENCES = 21
/** More than two pages. */
const SOLUTIONS = 11

describeOnStores('the life of an account', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock, config: { anonymousBurst: 100_000 } })
  })

  const get = (path: string, { headers }: Pick<TestSession, 'headers'>) => service.app.inject({ url: path, headers })
  const owner = async () => await signIn(service, await issueKey(service, 'aviation'))
  const endSessions = ({ headers }: TestSession) =>
    service.app.inject({ method: 'DELETE', url: '/account/sessions', headers })
  const erase = ({ headers }: TestSession, payload: object) =>
    service.app.inject({ method: 'DELETE', url: '/account', headers, payload })
  /** Deletes the data that the server would delete after the reply, so that tests need not wait for the deletion. */
  const finishDeletions = () => new AccountDeletion(service.database.db).finishDeletions()
  const numberOf = async (email: string) =>
    (await new AccountStore(service.database.db).findByEmail(email))?.number ?? Number.NaN

  /** Creates an account with an asset and its track, usage, a second key and an audit log. */
  async function fullAccount(): Promise<TestSession & { asset: string }> {
    const session = await owner()
    const fleet = new Fleet(service, session.key)
    const asset = await fleet.register()
    const start = clock.now() - POSITIONS * 1000
    const positions = Array.from({ length: POSITIONS }, (_, index) => ({
      at: [-34.9, -56.1 + index * 1e-6],
      time: new Date(start + index * 1000).toISOString(),
    }))
    for (const part of [positions.slice(0, 1000), positions.slice(1000)]) {
      expect((await fleet.push(asset, { positions: part })).rejected).toEqual([])
      clock.advance(60_000)
    }
    expectServed(await callProbe(service, session.key))
    return { ...session, asset }
  }

  async function addMessages(account: number, messages: readonly (readonly [kind: string, body: string])[]) {
    const { db } = service.database
    const store = new OutboxStore(db, { account: 0, number: 0, service: 0 })
    for (const [kind, body] of messages) {
      const message = { id: `${kind} ${account}`, kind, account, month: '2026-11', recipient: '+59821234567', body }
      await db.transaction().execute((trx) => store.enqueue(trx, { ...message, now: clock.now() }))
    }
  }

  /** Adds a job in its final state: the service starts queued jobs at any moment. */
  async function addCancelledJob(id: string, account: number) {
    const now = clock.now()
    const times = { created_at: now, started_at: null, finished_at: now, expires_at: now + 1000 }
    const job = { id, account, plan: 'pro', operation: 'matrix', state: 'cancelled', units: 7, parts_total: 1 } as const
    const { db } = service.database
    await db
      .insertInto('jobs')
      .values({ ...job, ...times, lease_owner: null, result_bytes: null, error: null })
      .execute()
  }

  test('all sessions end together, and unused codes with them; keys still work', async () => {
    const first = await owner()
    const second = await signIn(service, first)
    const stranger = await owner()
    const challenge = await requestChallenge(service, first.email)
    const code = findCodeInLog(service, first.email)
    const reply = expectServed(await endSessions(second))
    expect(reply.json()).toEqual({ ended: 2 })
    expect(reply.cookies).toMatchObject([{ name: 'fairway_session', value: '', maxAge: 0 }])
    for (const session of [first, second]) expectProblem(await get('/account', session), 401)
    expectProblem(await verify(service, challenge, code), 422, /was already used, has expired or is unknown/)
    expectServed(await get('/account', stranger))
    expectServed(await getUsage(service, first.key))
    expectProblem(await endSessions(first), 401)
    const again = await signIn(service, first)
    const { entries } = (await get('/account/audit', again)).json()
    expect(entries[1]).toMatchObject({ action: 'sessions.ended', actor: 'owner', details: { sessions: 2 } })
  })

  test('an export contains everything that is stored, page after page, and no secrets', async () => {
    const session = await fullAccount()
    const fleet = new Fleet(service, session.key)
    const others: string[] = []
    for (let count = 1; count < ASSETS; count++) others.push(await fleet.register())
    const call = (url: string, payload: object) =>
      service.app.inject({ method: 'POST', url, headers: { 'x-api-key': session.key }, payload })
    const geofence = { name: 'Depot', circle: { center: [50, 60], radius_m: 500 } }
    for (let count = 0; count < GEOFENCES; count++) expectServed(await call('/v1/geofences', geofence))
    expectServed(await call('/v1/webhooks', { url: 'https://example.com/' }))
    expectServed(await call(`/v1/assets/${others[0]}/position`, { at: [50, 60] }))
    await service.app.inject({
      method: 'POST',
      url: '/account/keys',
      headers: session.headers,
      payload: { label: 'b' },
    })
    for (let count = 0; count < 500; count++) {
      const payload = { shares_traffic: count % 2 === 0 }
      await service.app.inject({ method: 'PUT', url: '/account/traffic', headers: session.headers, payload })
    }
    await addMessages(await numberOf(session.email), [
      ['phone-code', '123456'],
      ['quota-alert', 'About 90 %'],
    ])
    const { db } = service.database
    const number = await numberOf(session.email)
    const solutions = new SolutionStore(db)
    const solution = { tours: [], options: {} }
    const solutionIds: string[] = []
    for (let count = 0; count < SOLUTIONS; count++) {
      solutionIds.push(await solutions.add(number, JSON.stringify(solution), clock.now()))
    }
    const sharedStop = { account: number, asset: session.asset, solution: solutionIds[0] ?? '', stop: 1 }
    const link = await new ShareStore(db).add({ ...sharedStop, expiresAtMs: clock.now() + 1000 }, clock.now())
    await addCancelledJob(`job_${number}`, number)
    const reply = expectServed(await get('/account/export', session))
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${session.id}.json"`,
    })
    const exported = reply.json()
    expect(Object.keys(exported)).toEqual([
      'exported_at',
      'account',
      'keys',
      'sessions',
      'messages',
      'usage',
      'assets',
      'event_settings',
      'webhooks',
      'geofences',
      'events',
      'jobs',
      'solutions',
      'share_links',
      'audit_log',
    ])
    expect(exported.geofences).toMatchObject(Array(GEOFENCES).fill({ name: 'Depot' }))
    expect(exported.webhooks).toEqual([expect.not.objectContaining({ secret: expect.anything() })])
    expect(exported.events).toMatchObject(Array(GEOFENCES).fill({ type: 'geofence.enter', asset: others[0] }))
    const sessionTime = expect.stringMatching(/^2026-/)
    expect(exported.sessions).toEqual([{ started_at: sessionTime, expires_at: sessionTime }])
    const created_at = new Date(clock.now()).toISOString()
    expect(exported.messages).toEqual([
      { kind: 'phone-code', to: '+59821234567', text: null, state: 'pending', created_at, sent_at: null },
      { kind: 'quota-alert', to: '+59821234567', text: 'About 90 %', state: 'pending', created_at, sent_at: null },
    ])
    expect(exported.jobs).toMatchObject([{ id: `job_${number}`, operation: 'matrix', state: 'cancelled', units: 7 }])
    expect(exported.solutions).toHaveLength(SOLUTIONS)
    expect(exported.solutions).toEqual(expect.arrayContaining(solutionIds.map((id) => ({ id, created_at, solution }))))
    const expires_at = new Date(clock.now() + 1000).toISOString()
    const { account: _, ...sharedFields } = sharedStop
    expect(exported.share_links).toEqual([{ id: link.id, ...sharedFields, created_at, expires_at }])
    expect(reply.payload).not.toContain(link.token)
    expect(exported.account).toEqual((await get('/account', session)).json().account)
    expect(exported.keys).toEqual((await get('/account/keys', session)).json().keys)
    expect(exported.usage).toContainEqual(expect.objectContaining({ operation: 'probe', calls: 1, routes: 1 }))
    expect(exported.assets).toHaveLength(ASSETS)
    const tracked = exported.assets.find(({ id }: { id: string }) => id === session.asset)
    const times = tracked.track.map(({ time }: { time: string }) => time)
    expect(new Set(times).size).toBe(POSITIONS)
    expect(times).toEqual([...times].sort())
    expect(tracked.position.time).toBe(times.at(-1))
    expect(exported.audit_log.length).toBeGreaterThan(500)
    expect(exported.audit_log[0]).toMatchObject({ action: 'account.exported', actor: 'owner', network: '127.0.0.1' })
    for (const secret of [session.key, hashKey(session.key), session.headers.cookie.split('=')[1] ?? '', '"123456"']) {
      expect(reply.payload).not.toContain(secret)
    }
    const empty = await owner()
    expect((await get('/account/export', empty)).json()).toMatchObject({ assets: [], usage: [], keys: [{}] })
  })

  test('an account can run one export at a time', async () => {
    const [session, other] = [await owner(), await owner()]
    await new ExportLeases(service.database.db).take(await numberOf(session.email), clock.now())
    clock.advance(20_000)
    const refused = await get('/account/export', session)
    expectProblem(
      refused,
      429,
      'An export of this account is already running, and only one can run at a time; try again when it has finished. If the connection of that export is lost, the export stops within the number of seconds in Retry-After.',
    )
    expect(refused.headers['retry-after']).toBe('40')
    expectServed(await get('/account/export', other))
    clock.advance(40_000)
    for (let count = 0; count < 2; count++) expectServed(await get('/account/export', session))
  })

  test('a deletion ends keys and sessions at once and leaves no data', async () => {
    const session = await fullAccount()
    const { db } = service.database
    const number = await numberOf(session.email)
    const [asset] = await db.selectFrom('assets').select('number').where('account', '=', number).execute()
    await db
      .insertInto('asset_routes')
      .values({ asset: asset?.number ?? 0, plan: '{}' })
      .execute()
    expectServed(await getUsage(service, session.key))
    const reply = expectServed(await erase(session, { confirm: ` ${session.email.toUpperCase()} ` }))
    expect(reply.json()).toEqual({ deleted: true })
    expect(reply.cookies).toMatchObject([{ name: 'fairway_session', value: '', maxAge: 0 }])
    expectProblem(await getUsage(service, session.key), 401, /is unknown/)
    expectProblem(await get('/account', session), 401)
    await finishDeletions()
    for (const table of ['keys', 'sessions', 'sign_in_codes', 'outbox', 'usage', 'usage_months', 'assets'] as const) {
      expect(await db.selectFrom(table).selectAll().where('account', '=', number).execute(), table).toEqual([])
    }
    expect(
      await db
        .selectFrom('positions')
        .selectAll()
        .where('asset', '=', asset?.number ?? 0)
        .execute(),
    ).toEqual([])
    expect(
      await db
        .selectFrom('asset_routes')
        .selectAll()
        .where('asset', '=', asset?.number ?? 0)
        .execute(),
    ).toEqual([])
    expect(await db.selectFrom('removed_assets').selectAll().where('account', '=', number).execute()).toEqual([])
    expect(await db.selectFrom('accounts').selectAll().where('number', '=', number).execute()).toEqual([
      {
        number,
        id: session.id,
        email: `deleted ${session.id}`,
        name: null,
        phone: null,
        phone_proved_at: null,
        plan: 'trial',
        created_at: clock.now(),
        expires_at: null,
        shares_traffic: 0,
        proved_at: null,
        detached_from: null,
        deleted_at: clock.now(),
      },
    ])
    expect(await db.selectFrom('audit_log').selectAll().where('account', '=', number).execute()).toMatchObject([
      { action: 'account.deleted', actor: 'owner', network: null, subject: null, details: null },
    ])
    // The codes remain for a day because they count toward the daily limit of the email address.
    const findCodes = () => db.selectFrom('sign_in_codes').selectAll().where('email', '=', session.email).execute()
    expect(await findCodes()).toMatchObject([{ account: null, expires_at: 0 }])
    await cleanUpAccounts(service.database, clock.now() + 25 * 60 * MINUTE_MS)
    expect(await findCodes()).toEqual([])
  })

  test('the address of a deleted account can sign up again and starts without data', async () => {
    const session = await fullAccount()
    const number = await numberOf(session.email)
    expectServed(await erase(session, { confirm: session.email }))
    const again = await signIn(service, await signUp(service, { email: session.email }))
    expect(await numberOf(session.email)).not.toBe(number)
    expect((await get('/account/export', again)).json()).toMatchObject({ assets: [], usage: [], keys: [{}] })
    const store = new AccountStore(service.database.db)
    for (const reference of [session.id, `deleted ${session.id}`]) {
      expect(await store.findByReference(reference)).toBeUndefined()
    }
    const listed = await store.listAccounts({ limit: 1000, after: 0 })
    expect(listed.map((account) => account.number)).not.toContain(number)
    expect(await store.findDeleted(session.id)).toBe(number)
  })

  test('a deletion resets neither the trial nor the quota nor the limit on codes', async () => {
    const session = await signIn(service, await signUp(service))
    const { expires_at: trialEnd } = (await get('/account', session)).json().account
    expectServed(await callProbe(service, session.key, { routes: 7 }))
    const challenge = await requestChallenge(service, session.email)
    const code = findCodeInLog(service, session.email)
    clock.advance(MINUTE_MS)
    expectServed(await erase(session, { confirm: session.email }))
    expectProblem(await verify(service, challenge, code), 422, /was already used, has expired or is unknown/)
    const again = await signUpUnproved(service, { email: session.email })
    const usage = (await getUsage(service, again.key)).json()
    expect(usage.quota).toMatchObject({ used: 7, routes_per_month: 25_000 })
    const stored = await new AccountStore(service.database.db).findByEmail(session.email)
    expect(stored?.expiresAt).toBe(Date.parse(trialEnd))
    for (let count = 2; count < 5; count++) await requestChallenge(service, session.email)
    const payload = { email: session.email }
    expectProblem(
      await service.app.inject({ method: 'POST', url: '/account/sign-in', payload }),
      429,
      /^The maximum of 5 codes/,
    )
  })

  test('a deletion includes keys that were signed up before the first sign-in, and their data', async () => {
    const stranger = await signUpUnproved(service)
    const asset = await new Fleet(service, stranger.key).register()
    const session = await signIn(service, stranger)
    expectServed(await getUsage(service, stranger.key))
    expectServed(await erase(session, { confirm: session.email }))
    expectProblem(await getUsage(service, stranger.key), 401, /is unknown/)
    await finishDeletions()
    expect(await service.database.db.selectFrom('assets').select('id').where('id', '=', asset).execute()).toEqual([])
  })

  test('a deletion requires the address of the account', async () => {
    const session = await owner()
    for (const confirm of ['', 'yes', 'someone@example.com']) {
      expectProblem(
        await erase(session, { confirm }),
        422,
        `confirm is ${JSON.stringify(confirm)}, which is not the email address of this account; to delete the account, enter the account's own address`,
      )
    }
    expectProblem(await erase(session, {}), 422, /confirm/)
    const { entries } = (await get('/account/audit', session)).json()
    expect(entries[0]).toMatchObject({ action: 'account.deletion-refused', details: { reason: 'confirmation-wrong' } })
    expectServed(await getUsage(service, session.key))
  })

  test('refused deletions and exports fill the audit log only up to a number per day', async () => {
    const session = await owner()
    const countEntries = async (action: string) => {
      const rows = service.database.db.selectFrom('audit_log').select('number').where('action', '=', action)
      return (await rows.where('account', '=', await numberOf(session.email)).execute()).length
    }
    const [refused, exported] = ['account.deletion-refused', 'account.exported'] as const
    const repeat = async () => {
      for (let count = 0; count <= MAX_SAME_PER_DAY; count++) {
        expectProblem(await erase(session, { confirm: 'no' }), 422)
        expectServed(await get('/account/export', session))
      }
    }
    await repeat()
    expect([await countEntries(refused), await countEntries(exported)]).toEqual([MAX_SAME_PER_DAY, MAX_SAME_PER_DAY])
    clock.advance(24 * 60 * MINUTE_MS)
    await repeat()
    expect(await countEntries(refused)).toBe(2 * MAX_SAME_PER_DAY)
  })

  test('a deletion requires a sign-in within 15 minutes', async () => {
    const session = await owner()
    clock.advance(15 * MINUTE_MS + 1)
    expectProblem(
      await erase(session, { confirm: session.email }),
      403,
      'You signed in 15 minutes ago; the account can be deleted only within 15 minutes of signing in. Sign in again, or send the challenge and the code from a new sign-in email (POST /account/sign-in).',
    )
    const fresh = await signIn(service, session)
    clock.advance(15 * MINUTE_MS)
    expectServed(await erase(fresh, { confirm: session.email }))
  })

  test('a deletion with an old session accepts a new code of the same address, once', async () => {
    const [session, other] = [await owner(), await owner()]
    clock.advance(16 * MINUTE_MS)
    const confirm = session.email
    const foreign = {
      challenge: await requestChallenge(service, other.email),
      code: findCodeInLog(service, other.email),
    }
    expectProblem(await erase(session, { confirm, ...foreign }), 422, /was already used, has expired or is unknown/)
    const challenge = await requestChallenge(service, session.email)
    const code = findCodeInLog(service, session.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expectProblem(await erase(session, { confirm, challenge, code: wrong }), 422, 'code is wrong; 4 attempts are left')
    expectProblem(await erase(session, { confirm, challenge }), 403)
    expectServed(await erase(session, { confirm, challenge, code }))
    expectServed(await get('/account', other))
  })

  test('data that is written during a deletion is deleted later', async () => {
    const session = await fullAccount()
    const { db } = service.database
    const number = await numberOf(session.email)
    expectServed(await erase(session, { confirm: session.email }))
    const other = await fullAccount()
    const moved = await numberOf(other.email)
    // A concurrent request on another server could have written this data.
    await db.updateTable('assets').set({ account: number }).where('account', '=', moved).execute()
    await db
      .insertInto('usage')
      .values({ account: number, day: '2026-11-15', operation: 'route', calls: 1, units: 1 })
      .execute()
    await finishDeletions()
    for (const table of ['assets', 'usage'] as const) {
      expect(await db.selectFrom(table).selectAll().where('account', '=', number).execute()).toEqual([])
    }
    expectServed(await getUsage(service, other.key))
    expect(await db.selectFrom('keys').select('id').where('account', '=', moved).execute()).toHaveLength(1)
  })
})
