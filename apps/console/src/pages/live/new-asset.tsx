import type { RegisterAssetKind, RegisterAssetReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { type ApiCall, callApi } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { putAsset, selectedId } from './fleet.ts'
import { kindLabels } from './states.ts'

/** Form input, stored outside the component so that it survives a visit to another page. */
const newName = signal('')
const newKind = signal<RegisterAssetKind>('vehicle')

export function NewAsset() {
  const action = useAction()
  const call: ApiCall = {
    method: 'POST',
    path: '/v1/assets',
    body: { name: newName.value.trim(), kind: newKind.value },
  }
  const register = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      const asset = await callApi<RegisterAssetReply>(call)
      putAsset(asset)
      selectedId.value = asset.id
      newName.value = ''
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
              value={newName.value}
              onInput={(event) => {
                newName.value = event.currentTarget.value
                action.clear()
              }}
            />
          </div>
          <div>
            <label for="asset-kind">Kind</label>
            <select
              id="asset-kind"
              value={newKind.value}
              onChange={(event) => {
                newKind.value = event.currentTarget.value as RegisterAssetKind
                action.clear()
              }}
            >
              {Object.entries(kindLabels).map(([value, kindLabel]) => (
                <option key={value} value={value}>
                  {kindLabel}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" disabled={action.isRunning.value || newName.value.trim() === ''}>
            Register
          </button>
        </div>
        <ActionFailure action={action} />
      </form>
      <CopyCall call={call} />
    </details>
  )
}
