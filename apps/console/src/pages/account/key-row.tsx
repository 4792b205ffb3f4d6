import type { CreateKeyReply, ListKey } from '@fairway/client'
import { useState } from 'preact/hooks'
import type { ApiCall } from '../../state/calls.ts'
import { apiKey as keyInUse } from '../../state/key.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { formatClockTime } from '../../ui/format.ts'
import { EditKeyForm } from './edit-key.tsx'
import { describeRestrictions } from './key-restrictions.ts'
import { addSessionHeader, callAccountApi } from './session.ts'

interface KeyRowProps {
  readonly apiKey: ListKey
  readonly onChange: (reply: CreateKeyReply | undefined) => Promise<void>
}

export function KeyRow({ apiKey: key, onChange }: KeyRowProps) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'revoke' | undefined>(undefined)
  const name = key.label ?? `Key …${key.hint}`
  return (
    <li class="card key">
      <div class="key-head">
        <div>
          <strong>{name}</strong> {key.label !== null && <code>…{key.hint}</code>}
          {keyInUse.value.endsWith(key.hint) && <span class="tag">used by this console</span>}
          {!key.kept && <span class="tag">not confirmed</span>}
          <br />
          <small>{[describeLifetime(key), ...describeRestrictions(key)].join('; ')}</small>
        </div>
        {(key.state === 'active' || key.state === 'expiring') && (
          <div class="key-buttons">
            <button type="button" class="quiet" aria-label={`Edit ${name}`} onClick={() => setOpen('edit')}>
              Edit
            </button>
            {key.state === 'active' && (
              <button type="button" class="quiet" aria-label={`Rotate ${name}`} onClick={() => setOpen('rotate')}>
                Rotate
              </button>
            )}
            <button type="button" class="quiet" aria-label={`Revoke ${name}`} onClick={() => setOpen('revoke')}>
              Revoke
            </button>
          </div>
        )}
      </div>
      {open === 'edit' && (
        <EditKeyForm apiKey={key} onDone={() => setOpen(undefined)} onChange={() => onChange(undefined)} />
      )}
      {open === 'rotate' && <RotateKeyForm id={key.id} onDone={() => setOpen(undefined)} onChange={onChange} />}
      {open === 'revoke' && <RevokeKeyForm apiKey={key} onDone={() => setOpen(undefined)} onChange={onChange} />}
    </li>
  )
}

interface KeyFormProps {
  readonly onDone: () => void
  readonly onChange: KeyRowProps['onChange']
}

function RotateKeyForm({ id, onDone, onChange }: KeyFormProps & { readonly id: string }) {
  const action = useAction()
  const [hours, setHours] = useState('24')
  const call: ApiCall = { method: 'POST', path: `/account/keys/${id}/rotate`, body: { overlap_hours: Number(hours) } }
  const rotateKey = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      const reply = await callAccountApi<CreateKeyReply>(call)
      onDone()
      await onChange(reply)
    })
  }
  return (
    <form onSubmit={rotateKey}>
      <p class="hint">Creates a new key. The old key stays valid for a while so that you can switch over.</p>
      <div class="row">
        <div>
          <label for={`overlap-${id}`}>Keep the old key valid for (hours)</label>
          <input
            id={`overlap-${id}`}
            inputMode="decimal"
            value={hours}
            onInput={(event) => setHours(event.currentTarget.value)}
          />
        </div>
        <button type="submit" disabled={action.isRunning.value}>
          Rotate key
        </button>
        <button type="button" class="second" onClick={onDone}>
          Cancel
        </button>
      </div>
      <ActionFailure action={action} />
      <CopyCall call={addSessionHeader(call)} />
    </form>
  )
}

function RevokeKeyForm({ apiKey: key, onDone, onChange }: KeyFormProps & { readonly apiKey: ListKey }) {
  const action = useAction()
  const call: ApiCall = { method: 'DELETE', path: `/account/keys/${key.id}` }
  const revoke = () =>
    void action.run(async () => {
      await callAccountApi(call)
      if (keyInUse.value.endsWith(key.hint)) keyInUse.value = ''
      onDone()
      await onChange(undefined)
    })
  return (
    <div role="alertdialog" aria-label={`Revoke ${key.label ?? key.hint}`}>
      <p>All requests with this key will fail immediately. This cannot be undone.</p>
      <div class="buttons">
        <button type="button" class="danger" disabled={action.isRunning.value} onClick={revoke}>
          Revoke key
        </button>
        <button type="button" class="second" onClick={onDone}>
          Keep key
        </button>
      </div>
      <ActionFailure action={action} />
      <CopyCall call={addSessionHeader(call)} />
    </div>
  )
}

function describeLifetime({ state, created_at, expires_at, revoked_at }: ListKey): string {
  if (state === 'revoked' && revoked_at !== null) return `Revoked ${formatClockTime(revoked_at)}`
  if (state === 'expired' && expires_at !== null) return `Expired ${formatClockTime(expires_at)}`
  if (state === 'expiring' && expires_at !== null) return `Replaced; valid until ${formatClockTime(expires_at)}`
  return `Created ${formatClockTime(created_at)}`
}
