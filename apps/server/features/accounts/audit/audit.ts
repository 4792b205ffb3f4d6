/** Person or command that changes an account. */
export interface Actor {
  /** Kind of actor. `signup` is a visitor whose address is not confirmed. */
  readonly kind: 'owner' | 'operator' | 'signup'
  /** IPv4 address or IPv6 /64 of the request, or null for operator commands. */
  readonly network: string | null
}

export const OPERATOR_ACTOR: Actor = { kind: 'operator', network: null }

export const auditActions = [
  'account.created',
  'address.confirmed',
  'account.exported',
  'account.deletion-refused',
  'account.deleted',
  'key.created',
  'key.kept',
  'key.renamed',
  'key.rescoped',
  'key.rotated',
  'key.revoked',
  'plan.set',
  'trial.extended',
  'session.started',
  'session.ended',
  'sessions.ended',
  'phone.set',
  'phone.confirmed',
  'phone.removed',
  'traffic-sharing.set',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Entry of the audit log before it is stored. The event must not contain keys, codes or cookies. */
export interface AuditEvent {
  readonly action: AuditAction
  readonly actor: Actor
  readonly at: number
  /** Id of the key or name of the plan that the action concerns. */
  readonly subject?: string | undefined
  /** Changed values. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** Stored entry of the audit log. The numbers of the entries increase with time. */
export interface AuditEntry {
  readonly number: number
  readonly action: string
  readonly actor: Actor['kind']
  readonly at: number
  readonly network: string | null
  readonly subject: string | null
  readonly details: Readonly<Record<string, unknown>>
}

export function toAuditFields({ number, action, actor, at, network, subject, details }: AuditEntry) {
  return { id: String(number), time: new Date(at).toISOString(), action, actor, network, subject, details }
}

interface AuditReader {
  list(account: number, before: number | undefined, limit: number): Promise<AuditEntry[]>
}

/** Returns one page of the audit log, newest entry first, and the cursor of the next page. */
export async function readAuditPage(
  audit: AuditReader,
  account: number,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  const entries = await audit.list(account, before, limit + 1)
  const shownEntries = entries.slice(0, limit).map(toAuditFields)
  return { entries: shownEntries, next: entries.length > limit ? (shownEntries.at(-1)?.id ?? null) : null }
}
