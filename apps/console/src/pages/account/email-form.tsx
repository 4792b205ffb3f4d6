import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { ApiCall } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'

interface EmailFormProps {
  readonly email: Signal<string>
  readonly hint?: string
  readonly label: string
  /** Label while the request is running. */
  readonly runningLabel: string
  readonly call: ApiCall
  readonly submit: () => Promise<void>
}

export function EmailForm({ email, hint, label, runningLabel, call, submit }: EmailFormProps) {
  const id = useId()
  const action = useAction()
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void action.run(submit)
  }
  return (
    <form onSubmit={onSubmit}>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <div class="row">
        <div>
          <label for={id}>Email address</label>
          <input
            id={id}
            type="text"
            inputMode="email"
            autocomplete="email"
            placeholder="you@example.com"
            value={email.value}
            onInput={(event) => {
              email.value = event.currentTarget.value
            }}
          />
        </div>
        <button type="submit" disabled={action.isRunning.value || email.value.trim() === ''}>
          {action.isRunning.value ? runningLabel : label}
        </button>
      </div>
      <ActionFailure action={action} />
      <CopyCall call={call} />
    </form>
  )
}
