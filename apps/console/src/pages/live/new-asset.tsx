import type { RegisterAssetKind, RegisterAssetReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { ask, type Call } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { chosenId, putAsset } from './fleet.ts'
import { kindWords } from './states.ts'

/** Outside the component, so that the input survives a visit to another page. */
const name = signal('')
const kind = signal<RegisterAssetKind>('vehicle')

export function NewAsset() {
  const action = useAction()
  const call: Call = { method: 'POST', path: '/v1/assets', body: { name: name.value.trim(), kind: kind.value } }
  const register = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      const asset = await ask<RegisterAssetReply>(call)
      putAsset(asset)
      chosenId.value = asset.id
      name.value = ''
    })
  }
  return (
    <details class="card">
      <summary>Register an asset</summary>
      <form onSubmit={register}>
        <div class="row">
          <div>
            <label for="asset-name">Name</label>
            <input
              id="asset-name"
              maxLength={100}
              required
              placeholder="Van 7"
              value={name.value}
              onInput={(event) => {
                name.value = event.currentTarget.value
                action.clear()
              }}
            />
          </div>
          <div>
            <label for="asset-kind">Kind</label>
            <select
              id="asset-kind"
              value={kind.value}
              onChange={(event) => {
                kind.value = event.currentTarget.value as RegisterAssetKind
                action.clear()
              }}
            >
              {Object.entries(kindWords).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" disabled={action.isRunning.value || name.value.trim() === ''}>
            Register
          </button>
        </div>
        <ActionFailure action={action} />
      </form>
      <CopyCall call={call} />
    </details>
  )
}
