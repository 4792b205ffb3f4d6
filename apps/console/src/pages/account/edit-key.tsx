import type { ListKey } from '@fairway/client'
import { useState } from 'preact/hooks'
import type { ApiCall } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { type RestrictionTexts, toExpiry, toRestrictionTexts, toScopes } from './key-restrictions.ts'
import { addSessionHeader, callAccountApi } from './session.ts'

interface EditKeyFormProps {
  readonly apiKey: ListKey
  readonly onDone: () => void
  readonly onChange: () => Promise<void>
}

/** Lets the user rename and restrict a key. */
export function EditKeyForm({ apiKey: key, onDone, onChange }: EditKeyFormProps) {
  const action = useAction()
  const [label, setLabel] = useState(key.label ?? '')
  const [texts, setTexts] = useState(() => toRestrictionTexts(key))
  const canExpire = key.state === 'active'
  const call: ApiCall = {
    method: 'PATCH',
    path: `/account/keys/${key.id}`,
    body: {
      label: label.trim() === '' ? null : label.trim(),
      scopes: toScopes(texts),
      ...(canExpire && { expires_at: toExpiry(texts) }),
    },
  }
  const save = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      await callAccountApi(call)
      onDone()
      await onChange()
    })
  }
  const setText = (name: keyof RestrictionTexts, text: string) => setTexts({ ...texts, [name]: text })
  const field = (name: keyof RestrictionTexts, title: string, placeholder: string) => (
    <>
      <label for={`${name}-${key.id}`}>{title}</label>
      <input
        id={`${name}-${key.id}`}
        placeholder={placeholder}
        value={texts[name]}
        onInput={(event) => setText(name, event.currentTarget.value)}
      />
    </>
  )
  return (
    <form onSubmit={save}>
      <label for={`label-${key.id}`}>Label</label>
      <input
        id={`label-${key.id}`}
        maxLength={100}
        value={label}
        onInput={(event) => setLabel(event.currentTarget.value)}
      />
      <p class="hint">Empty fields do not restrict the key. Separate multiple entries with commas.</p>
      {field('operations', 'Allowed operations', 'route, geocode')}
      {field('origins', 'Allowed web pages (origins)', 'https://app.example.com')}
      {field('networks', 'Allowed networks', '203.0.113.0/24, 2001:db8::/32')}
      {canExpire && (
        <>
          <label for={`expires-${key.id}`}>Expires</label>
          <input
            id={`expires-${key.id}`}
            type="datetime-local"
            value={texts.expires}
            onInput={(event) => setText('expires', event.currentTarget.value)}
          />
        </>
      )}
      <div class="buttons">
        <button type="submit" disabled={action.isRunning.value}>
          Save key
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
