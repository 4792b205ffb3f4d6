import type { CreateKeyReply, ListKey, ListKeysReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { ApiCall } from '../../state/calls.ts'
import { isString, tabSignal } from '../../state/persistent-signal.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { KeyRow } from './key-row.tsx'
import { addSessionHeader, callAccountApi } from './session.ts'
import { ShownKey } from './shown-key.tsx'

const listKeysCall: ApiCall = { method: 'GET', path: '/account/keys' }
const keys = signal<readonly ListKey[] | undefined>(undefined)
const newKeyLabel = signal('')
/** New key, stored until the tab is closed so that a reload does not lose it. The console does not use this key. */
const shownKey = tabSignal('made-key', '', isString)

/** Lets the user create, rotate and revoke the keys of the account. A rotated key stays valid for an overlap period. */
export function Keys() {
  const action = useAction()
  const [showsEnded, setShowsEnded] = useState(false)
  const loadKeys = async () => {
    keys.value = (await callAccountApi<ListKeysReply>(listKeysCall)).keys
  }
  useEffect(() => void action.run(loadKeys), [])
  const handleChange = async (reply: CreateKeyReply | undefined) => {
    if (reply !== undefined) shownKey.value = reply.api_key
    await loadKeys()
  }
  const createKeyCall: ApiCall = {
    method: 'POST',
    path: '/account/keys',
    body: newKeyLabel.value.trim() === '' ? {} : { label: newKeyLabel.value.trim() },
  }
  const create = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      const reply = await callAccountApi<CreateKeyReply>(createKeyCall)
      newKeyLabel.value = ''
      await handleChange(reply)
    })
  }
  const allKeys = keys.value ?? []
  const usableKeys = allKeys.filter(({ state }) => state === 'active' || state === 'expiring')
  const endedKeys = allKeys.filter((key) => !usableKeys.includes(key))
  return (
    <section aria-label="Keys">
      <h2>Keys</h2>
      {shownKey.value !== '' && (
        <ShownKey
          value={shownKey.value}
          storedIn="tab"
          onDone={() => {
            shownKey.value = ''
          }}
        />
      )}
      <ul class="keys">
        {usableKeys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onChange={handleChange} />
        ))}
        {showsEnded && endedKeys.map((key) => <KeyRow key={key.id} apiKey={key} onChange={handleChange} />)}
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
            value={newKeyLabel.value}
            onInput={(event) => {
              newKeyLabel.value = event.currentTarget.value
            }}
          />
        </div>
        <button type="submit" disabled={action.isRunning.value}>
          Create a key
        </button>
      </form>
      <ActionFailure action={action} />
      <CopyCall call={addSessionHeader(createKeyCall)} />
    </section>
  )
}
