import type { CreateKeyReply, ListKey, ListKeysReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { Call } from '../../state/calls.ts'
import { isText, keptInTab } from '../../state/kept.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { KeyRow } from './key-row.tsx'
import { askArea, withSession } from './session.ts'
import { ShownKey } from './shown-key.tsx'

const listCall: Call = { method: 'GET', path: '/account/keys' }
const keys = signal<readonly ListKey[] | undefined>(undefined)
const label = signal('')
/** Survives a reload. It is not the key of the console, so it does not outlive the tab. */
const shown = keptInTab('made-key', '', isText)

/** Creates, rotates (with an overlap) and revokes the keys of the account. */
export function Keys() {
  const action = useAction()
  const [showsEnded, setShowsEnded] = useState(false)
  const load = async () => {
    keys.value = (await askArea<ListKeysReply>(listCall)).keys
  }
  useEffect(() => void action.run(load), [])
  const changed = async (reply: CreateKeyReply | undefined) => {
    if (reply !== undefined) shown.value = reply.api_key
    await load()
  }
  const creation: Call = {
    method: 'POST',
    path: '/account/keys',
    body: label.value.trim() === '' ? {} : { label: label.value.trim() },
  }
  const create = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      const reply = await askArea<CreateKeyReply>(creation)
      label.value = ''
      await changed(reply)
    })
  }
  const all = keys.value ?? []
  const working = all.filter(({ state }) => state === 'active' || state === 'expiring')
  const endedKeys = all.filter((key) => !working.includes(key))
  return (
    <section aria-label="Keys">
      <h2>Keys</h2>
      {shown.value !== '' && (
        <ShownKey
          value={shown.value}
          keeper="tab"
          onDone={() => {
            shown.value = ''
          }}
        />
      )}
      <ul class="keys">
        {working.map((key) => (
          <KeyRow key={key.id} apiKey={key} onChange={changed} />
        ))}
        {showsEnded && endedKeys.map((key) => <KeyRow key={key.id} apiKey={key} onChange={changed} />)}
      </ul>
      {endedKeys.length > 0 && (
        <button type="button" class="quiet" onClick={() => setShowsEnded(!showsEnded)}>
          {showsEnded ? 'Hide inactive keys' : `Show inactive keys (${endedKeys.length})`}
        </button>
      )}
      <form class="row" onSubmit={create}>
        <div>
          <label for="key-label">Label for the new key</label>
          <input
            id="key-label"
            maxLength={100}
            placeholder="delivery app"
            value={label.value}
            onInput={(event) => {
              label.value = event.currentTarget.value
            }}
          />
        </div>
        <button type="submit" disabled={action.isRunning.value}>
          Create a key
        </button>
      </form>
      <ActionFailure action={action} />
      <CopyCall call={withSession(creation)} />
    </section>
  )
}
