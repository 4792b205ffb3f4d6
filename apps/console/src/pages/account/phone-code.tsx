import type { VerifyPhoneReply } from '@fairway/client'
import { useSignal } from '@preact/signals'
import type { ApiCall } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { CodeField } from './code-field.tsx'
import { addSessionHeader, callAccountApi } from './session.ts'

interface PhoneCodeProps {
  /** Whether a request for another code is in progress. */
  readonly isSending: boolean
  readonly onResend: () => void
  readonly onProved: (reply: VerifyPhoneReply) => void
}

/** Lets the user enter the code that confirms a phone number. */
export function PhoneCode({ isSending, onResend, onProved }: PhoneCodeProps) {
  const action = useAction()
  const typedCode = useSignal('')
  const call: ApiCall = { method: 'POST', path: '/account/phone/verify', body: { code: typedCode.value.trim() } }
  const verify = (event: Event) => {
    event.preventDefault()
    void action.run(async () => onProved(await callAccountApi<VerifyPhoneReply>(call)))
  }
  return (
    <form onSubmit={verify}>
      <p class="hint">
        Enter the code from the SMS. Until you confirm the number, it receives no alerts. A code is valid for 10
        minutes.
      </p>
      <div class="row">
        <CodeField label="Code from the SMS" code={typedCode} />
        <button type="submit" disabled={action.isRunning.value || typedCode.value.trim() === ''}>
          Confirm number
        </button>
      </div>
      <ActionFailure action={action} />
      <button type="button" class="quiet" disabled={isSending} onClick={onResend}>
        Send a new code
      </button>
      <CopyCall call={addSessionHeader(call)} />
    </form>
  )
}
