import type { AccountReply } from '@fairway/client'
import type { ApiCall } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { formatClockTime } from '../../ui/format.ts'
import { accountCall, addSessionHeader, callAccountApi, signedInAccount } from './session.ts'

/**
 * Lists keys that someone created with this email address before its owner signed in. The owner keeps or revokes each
 * key.
 */
export function UnkeptKeys({ account, onChange }: { readonly account: AccountReply; readonly onChange: () => void }) {
  if (account.unkept_keys.length === 0) return null
  return (
    <section class="card" aria-label="Keys to confirm">
      <h2>Did you create these keys?</h2>
      <p class="hint">
        They were created with your email address before you first signed in. Keep a key to confirm that it is yours.
        Until then, it has the limits of the trial plan and cannot use your data. Revoke every key that you do not
        recognize.
      </p>
      <ul class="keys">
        {account.unkept_keys.map((key) => (
          <UnkeptKeyRow key={key.id} apiKey={key} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}

interface UnkeptKeyRowProps {
  readonly apiKey: AccountReply['unkept_keys'][number]
  readonly onChange: () => void
}

function UnkeptKeyRow({ apiKey: key, onChange }: UnkeptKeyRowProps) {
  const action = useAction()
  const keepCall: ApiCall = { method: 'POST', path: `/account/keys/${key.id}/keep` }
  const revokeCall: ApiCall = { method: 'DELETE', path: `/account/keys/${key.id}` }
  const send = (call: ApiCall) =>
    void action.run(async () => {
      await callAccountApi(call)
      signedInAccount.value = await callAccountApi<AccountReply>(accountCall)
      onChange()
    })
  return (
    <li class="card key">
      <div class="key-head">
        <div>
          <strong>Key …{key.hint}</strong>
          <br />
          <small>
            Created {formatClockTime(key.created_at)}
            {key.network !== null && ` from ${key.network}`}
          </small>
        </div>
        <div class="key-buttons">
          <button type="button" disabled={action.isRunning.value} onClick={() => send(keepCall)}>
            Keep key
          </button>
          <button type="button" class="danger" disabled={action.isRunning.value} onClick={() => send(revokeCall)}>
            Revoke key
          </button>
        </div>
      </div>
      <ActionFailure action={action} />
      <CopyCall call={addSessionHeader(keepCall)} />
    </li>
  )
}
