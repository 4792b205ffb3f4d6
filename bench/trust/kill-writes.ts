import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@fairway/geo'
import { hashKey } from '../../apps/server/features/accounts/api-key.ts'
import { toDay, toMonth } from '../../apps/server/platform/clock.ts'
import { UsageStore } from '../../apps/server/platform/metering/store.ts'
import { call } from '../../tests/faults/support/calls.ts'
import { openTracking, positionAt, push } from '../../tests/faults/support/fleet.ts'
import { openDoor, withPlans } from '../../tests/faults/support/plans.ts'
import type { ServerProcess } from '../../tests/support/servers/server-process.ts'
import { type SmtpSink, startSmtpSink } from '../../tests/support/servers/smtp.ts'
import type { StoreKind } from '../../tests/support/servers/stores.ts'
import { openTrustStore, type TrustStore } from './trust-server.ts'

export interface KillCounts {
  kills: number
  /** Number of writes that the server acknowledged before it was killed. */
  acknowledged: number
  lost: number
  /** Number of starts after a kill in which the server did not become ready. */
  failedStarts: number
  readonly notes: string[]
}

const MAX_MOMENT_MS = 1500
/** Time in milliseconds for which usage may be lost. The server writes usage at intervals. */
const USAGE_GRACE_MS = 1000
const OWNER_EMAIL = 'pro-1@bench.example'

/** Writes that a server has acknowledged, with their times. */
interface Acknowledged {
  readonly signups: { readonly email: string; readonly key: string }[]
  readonly createdKeys: Map<string, string>
  readonly revokedKeys: Set<string>
  readonly positions: number[]
  readonly routesAt: number[]
}

/** Kills a server at random moments while it receives signups, keys, positions and routes. */
export async function killDuringWrites(
  kind: StoreKind,
  kills: number,
  counts: KillCounts,
  progress: (text: string) => void,
): Promise<void> {
  const store = await openTrustStore(kind)
  const smtp = await startSmtpSink()
  try {
    const plans = await withPlans(store.settings, { pro: openTracking })
    const env = { ...openDoor, ...plans, FAIRWAY_SIGNUPS_PER_HOUR: '0', FAIRWAY_SMTP_URL: smtp.url }
    const round = new WriteRounds(store, smtp, counts, progress)
    const random = seededRandom(kills)
    await round.open(await store.startServer(env))
    for (let turn = 0; turn < kills; turn++) {
      await round.writeUntilKilled(random() * MAX_MOMENT_MS)
      await round.verify(await startAgain(() => store.startServer(env), counts))
      if (turn % 10 === 9) progress(`${kind}: ${turn + 1} of ${kills}, ${counts.lost} lost`)
    }
    await round.close()
  } finally {
    await smtp.dispose()
    await store.dispose()
  }
}

/**
 * Starts a server after a kill. If the server does not become ready, the failure is counted and the server is started
 * once more.
 */
export async function startAgain(start: () => Promise<ServerProcess>, counts: KillCounts): Promise<ServerProcess> {
  counts.kills++
  try {
    return await start()
  } catch (error) {
    counts.failedStarts++
    counts.notes.push(String(error).slice(0, 500))
    return await start()
  }
}

class WriteRounds {
  private readonly store: TrustStore
  private readonly smtp: SmtpSink
  private readonly counts: KillCounts
  private readonly progress: (text: string) => void
  private server: ServerProcess | undefined
  private key = ''
  private cookie = ''
  private assetId = ''
  private account = 0
  private nextNumber = 0
  private usedBefore = 0
  private killedAt = 0
  private acknowledged = createAcknowledged()

  constructor(store: TrustStore, smtp: SmtpSink, counts: KillCounts, progress: (text: string) => void) {
    this.progress = progress
    this.store = store
    this.smtp = smtp
    this.counts = counts
  }

  async open(server: ServerProcess): Promise<void> {
    this.server = server
    const { url } = server
    this.key = (await this.store.issueKeys(1, 'pro'))[0] ?? ''
    const begun = await call(url, '/account/sign-in', { body: { email: OWNER_EMAIL } })
    const mail = await this.smtp.next(({ to }) => to.includes(OWNER_EMAIL))
    const code = /\b\d{6}\b/.exec(mail.text)?.[0]
    const opened = await call(url, '/account/sign-in/verify', { body: { challenge: begun.body.challenge, code } })
    this.cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const asset = await call(url, '/v1/assets', { key: this.key, body: { name: 'Van', kind: 'vehicle' } })
    this.assetId = String(asset.body.id)
    const { db } = this.store.database
    const row = await db
      .selectFrom('accounts')
      .select('number')
      .where('email', '=', OWNER_EMAIL)
      .executeTakeFirstOrThrow()
    this.account = row.number
  }

  async close(): Promise<void> {
    await this.server?.stop()
  }

  async writeUntilKilled(momentMs: number): Promise<void> {
    const { server } = this
    if (!server) throw new Error('no server is running')
    this.acknowledged = createAcknowledged()
    this.usedBefore = await this.readUsed()
    const url = server.url
    const writers = [this.signUp(url), this.signUp(url), this.changeKeys(url), this.pushPositions(url), this.route(url)]
    await sleep(momentMs)
    this.killedAt = performance.now()
    await server.kill()
    await Promise.all(writers)
  }

  /** Repeats a write until the server has exited. */
  private async untilGone(write: () => Promise<void>): Promise<void> {
    try {
      for (;;) await write()
    } catch {
      // The server was killed before it replied, so the write was not acknowledged.
    }
  }

  private signUp(url: string): Promise<void> {
    return this.untilGone(async () => {
      const email = `signup-${++this.nextNumber}@bench.example`
      const { status, body } = await call(url, '/v1/account/signup', { body: { email } })
      if (status === 200) this.acknowledged.signups.push({ email, key: String(body.api_key) })
    })
  }

  /** Creates keys and revokes every second key, so that the account never has too many. */
  private changeKeys(url: string): Promise<void> {
    const { createdKeys, revokedKeys } = this.acknowledged
    return this.untilGone(async () => {
      const created = await call(url, '/account/keys', { cookie: this.cookie, body: { label: 'kill' } })
      if (created.status !== 200) return await sleep(5)
      const id = String(Object(created.body.key).id)
      createdKeys.set(id, String(created.body.api_key))
      const revoked = await call(url, `/account/keys/${id}`, { cookie: this.cookie, method: 'DELETE' })
      if (revoked.status === 200) revokedKeys.add(id)
    })
  }

  private pushPositions(url: string): Promise<void> {
    const begunMs = Date.now()
    return this.untilGone(async () => {
      const count = ++this.nextNumber
      const { status } = await push(url, this.key, this.assetId, positionAt(count, begunMs - 60_000 + count))
      if (status === 200) this.acknowledged.positions.push(count)
    })
  }

  private route(url: string): Promise<void> {
    const body = { from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] }
    return this.untilGone(async () => {
      const { status } = await call(url, '/v1/route', { key: this.key, body })
      if (status === 200) this.acknowledged.routesAt.push(performance.now())
    })
  }

  async verify(server: ServerProcess): Promise<void> {
    this.server = server
    const { signups, createdKeys, revokedKeys, positions, routesAt } = this.acknowledged
    this.note('signups', signups.length, await this.countLostSignups())
    this.note('keys', createdKeys.size + revokedKeys.size, await this.countLostKeys())
    this.note('positions', positions.length, await this.countLostPositions())
    const safeRoutes = routesAt.filter((at) => at < this.killedAt - USAGE_GRACE_MS).length
    const written = (await this.readUsed()) - this.usedBefore
    this.note('routes in the usage', safeRoutes, Math.max(0, safeRoutes - written))
  }

  private note(what: string, acknowledged: number, lost: number): void {
    this.counts.acknowledged += acknowledged
    this.counts.lost += lost
    if (lost === 0) return
    this.counts.notes.push(`${lost} of ${acknowledged} ${what} were lost`)
    this.progress(`${lost} of ${acknowledged} ${what} were lost`)
  }

  private async countLostSignups(): Promise<number> {
    const { db } = this.store.database
    let lost = 0
    for (const { email, key } of this.acknowledged.signups) {
      const row = await db
        .selectFrom('keys')
        .innerJoin('accounts', 'accounts.number', 'keys.account')
        .select('keys.id')
        .where('accounts.email', '=', email)
        .where('keys.hash', '=', hashKey(key))
        .executeTakeFirst()
      if (!row) lost++
    }
    return lost
  }

  private async countLostKeys(): Promise<number> {
    const { createdKeys, revokedKeys } = this.acknowledged
    const rows = await this.store.database.db
      .selectFrom('keys')
      .select(['id', 'hash', 'revoked_at'])
      .where('account', '=', this.account)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const lostKeys = [...createdKeys].filter(([id, key]) => byId.get(id)?.hash !== hashKey(key))
    const lostRevocations = [...revokedKeys].filter((id) => byId.get(id)?.revoked_at == null)
    return lostKeys.length + lostRevocations.length
  }

  private async countLostPositions(): Promise<number> {
    const { assetId, key, server } = this
    const stored = new Set<number>()
    for (let after: unknown = ''; after !== undefined; ) {
      const query = after === '' ? '' : `?after=${after}`
      const { body } = await call(server?.url ?? '', `/v1/assets/${assetId}/track${query}`, { key })
      for (const { at } of (body.positions ?? []) as { at: [number, number] }[])
        stored.add(Math.round((at[0] - 48) * 1e5))
      after = body.next
    }
    return this.acknowledged.positions.filter((count) => !stored.has(count)).length
  }

  private async readUsed(): Promise<number> {
    return await new UsageStore(this.store.database.db).loadUsedUnits(this.account, toMonth(toDay(Date.now())))
  }
}

function createAcknowledged(): Acknowledged {
  return { signups: [], createdKeys: new Map(), revokedKeys: new Set(), positions: [], routesAt: [] }
}
