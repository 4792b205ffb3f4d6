import { useState } from 'preact/hooks'
import type { ApiCall } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { addSessionHeader, callAccountApi, endSession } from './session.ts'

const EXPORT_PATH = '/account/export'
const endSessionsCall: ApiCall = { method: 'DELETE', path: '/account/sessions' }

/** Lets the user end all sessions, export the account and delete the account. */
export function AccountData({ email }: { readonly email: string }) {
  const action = useAction()
  const [isDeleting, setDeleting] = useState(false)
  const endSessions = () =>
    void action.run(async () => {
      await callAccountApi(endSessionsCall)
      endSession('out')
    })
  return (
    <section aria-label="Sessions and data">
      <h2>Sessions and data</h2>
      <div class="buttons">
        <button type="button" class="second" disabled={action.isRunning.value} onClick={endSessions}>
          Sign out everywhere
        </button>
        <a href={EXPORT_PATH} download>
          Export all data
        </a>
        {!isDeleting && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete account
          </button>
        )}
      </div>
      <ActionFailure action={action} />
      {isDeleting && <DeleteForm email={email} onCancel={() => setDeleting(false)} />}
      <CopyCall call={addSessionHeader(endSessionsCall)} />
    </section>
  )
}

function DeleteForm({ email, onCancel }: { readonly email: string; readonly onCancel: () => void }) {
  const action = useAction()
  const [confirm, setConfirm] = useState('')
  const call: ApiCall = { method: 'DELETE', path: '/account', body: { confirm } }
  const deleteAccount = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      await callAccountApi(call)
      endSession('out')
    })
  }
  return (
    <form class="card" aria-label="Delete account" onSubmit={deleteAccount}>
      <p>
        All keys stop working immediately. Assets, tracks, usage and the activity log are deleted. This cannot be
        undone.
      </p>
      <label for="delete-confirm">Type {email} to confirm</label>
      <input
        id="delete-confirm"
        type="email"
        autocomplete="off"
        value={confirm}
        onInput={(event) => setConfirm(event.currentTarget.value)}
      />
      <div class="buttons">
        <button type="submit" class="danger" disabled={action.isRunning.value || confirm.trim() === ''}>
          Delete account and data
        </button>
        <button type="button" class="second" onClick={onCancel}>
          Keep account
        </button>
      </div>
      <ActionFailure action={action} />
      <CopyCall call={addSessionHeader(call)} />
    </form>
  )
}
