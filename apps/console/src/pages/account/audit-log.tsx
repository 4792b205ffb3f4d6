import type { AccountAuditReply } from '@fairway/client'
import { useEffect, useState } from 'preact/hooks'
import type { ApiCall } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { formatClockTime } from '../../ui/format.ts'
import { addSessionHeader, callAccountApi } from './session.ts'

type Entry = AccountAuditReply['entries'][number]

const PAGE_SIZE = 10
const actors: Readonly<Record<Entry['actor'], string>> = {
  owner: 'You',
  operator: 'Operator',
  signup: 'Signup',
}

/** Formats an action: `key.revoked` becomes “Key revoked”. */
function describeAction(action: string): string {
  const words = action.replaceAll(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Lists changes to the keys, pricing plan and sessions of the account. */
export function AuditLog() {
  const action = useAction()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [next, setNext] = useState<string | null>(null)
  const toCall = (cursor: string | null): ApiCall => ({
    method: 'GET',
    path: '/account/audit',
    query: { limit: PAGE_SIZE, ...(cursor !== null && { before: cursor }) },
  })
  const load = (cursor: string | null) =>
    void action.run(async () => {
      const page = await callAccountApi<AccountAuditReply>(toCall(cursor))
      setEntries(cursor === null ? page.entries : [...entries, ...page.entries])
      setNext(page.next)
    })
  useEffect(() => load(null), [])
  return (
    <section aria-label="Activity">
      <div class="head">
        <h2>Activity</h2>
        <button type="button" class="quiet" disabled={action.isRunning.value} onClick={() => load(null)}>
          Refresh activity
        </button>
      </div>
      <table>
        <caption class="hint">Changes to keys, plan and sessions</caption>
        <thead>
          <tr>
            <th>Time</th>
            <th>Who</th>
            <th>What</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{formatClockTime(entry.time)}</td>
              <td>
                {actors[entry.actor]}
                {entry.network !== null && <small> {entry.network}</small>}
              </td>
              <td>
                {describeAction(entry.action)} {entry.subject !== null && <small>{entry.subject}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {next !== null && (
        <button type="button" class="quiet" disabled={action.isRunning.value} onClick={() => load(next)}>
          Show older activity
        </button>
      )}
      <ActionFailure action={action} />
      <CopyCall call={addSessionHeader(toCall(null))} />
    </section>
  )
}
