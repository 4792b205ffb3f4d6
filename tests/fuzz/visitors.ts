import { call } from '../faults/support/calls.ts'
import type { SmtpSink } from '../support/servers/smtp.ts'

/** Running server under test. */
export interface FuzzServer {
  readonly url: string
  /** Issues a key of the military plan, as an operator would. */
  readonly issueKey: (email: string) => Promise<string>
  /** Receives the sign-in codes. */
  readonly smtp: SmtpSink
}

/** Account with a key, a session and an asset. */
export interface Visitor {
  readonly key: string
  readonly keyId: string
  readonly cookie: string
  readonly assetId: string
}

async function createVisitor({ url, issueKey, smtp }: FuzzServer, email: string): Promise<Visitor> {
  const key = await issueKey(email)
  const asset = await call(url, '/v1/assets', { key, body: { name: 'Van', kind: 'vehicle' } })
  const trip = { from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] }
  await call(url, `/v1/assets/${asset.body.id}/route`, { key, body: trip })
  const begun = await call(url, '/account/sign-in', { body: { email } })
  const mail = await smtp.next(({ to }) => to.includes(email))
  const code = /\b\d{6}\b/.exec(mail.text)?.[0]
  const opened = await call(url, '/account/sign-in/verify', { body: { challenge: begun.body.challenge, code } })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined || asset.status !== 200) throw new Error(`no session or asset: ${opened.text} ${asset.text}`)
  const keys = (await call(url, '/account/keys', { cookie })).body.keys as { id: string }[]
  return { key, keyId: keys[0]?.id ?? '', cookie, assetId: String(asset.body.id) }
}

/**
 * Manages visitors by owner. Some operations end a session or remove a key, asset or account. The visitor of such an
 * operation is replaced when its next request is rejected.
 */
export class Visitors {
  private readonly server: FuzzServer
  private readonly byOwner = new Map<string, Promise<Visitor>>()
  private count = 0
  /**
   * Last created visitor. Visitors are created one after another, because the mailbox supports only one reader at a
   * time.
   */
  private lastCreated: Promise<unknown> = Promise.resolve()

  constructor(server: FuzzServer) {
    this.server = server
  }

  get(owner: string): Promise<Visitor> {
    const current = this.byOwner.get(owner)
    if (current) return current
    const email = `visitor-${++this.count}@fuzz.example`
    const visitor = this.lastCreated.then(() => createVisitor(this.server, email))
    this.lastCreated = visitor
    this.byOwner.set(owner, visitor)
    return visitor
  }

  replace(owner: string, visitor: Promise<Visitor>): void {
    if (this.byOwner.get(owner) === visitor) this.byOwner.delete(owner)
  }
}
