import type { SignInReply, VerifySignInReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { type ApiCall, callApi } from '../../state/calls.ts'
import { isString, tabSignal } from '../../state/persistent-signal.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { formatClockTime } from '../../ui/format.ts'
import { CodeField } from './code-field.tsx'
import { EmailForm } from './email-form.tsx'
import { accountEmail, beginSession } from './session.ts'

/**
 * Email address, stored outside the component so that visiting another page does not lose it. Phones may reload the tab
 * after the user checks the email.
 */
const email = tabSignal('sign-in-email', accountEmail.value, isNonEmptyString)
const typedCode = signal('')
const challenge = tabSignal<SignInReply | null>('sign-in', null, isActiveChallenge)

/** Signs the user in with a code sent by email. There is no password. */
export function SignIn() {
  return challenge.value === null ? <RequestCodeForm /> : <EnterCodeForm challengeReply={challenge.value} />
}

function RequestCodeForm() {
  const call: ApiCall = { method: 'POST', path: '/account/sign-in', body: { email: email.value.trim() } }
  const requestCode = async () => {
    challenge.value = await callApi<SignInReply>(call)
    typedCode.value = ''
  }
  return <EmailForm email={email} label="Send me a code" runningLabel="Sending…" call={call} submit={requestCode} />
}

function EnterCodeForm({ challengeReply }: { readonly challengeReply: SignInReply }) {
  const action = useAction()
  const call: ApiCall = {
    method: 'POST',
    path: '/account/sign-in/verify',
    body: { challenge: challengeReply.challenge, code: typedCode.value.trim() },
  }
  const verify = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      beginSession(await callApi<VerifySignInReply>(call))
      challenge.value = null
      typedCode.value = ''
    })
  }
  return (
    <form onSubmit={verify}>
      <p>
        If <strong>{email.value.trim()}</strong> has an account, we sent a code to this address. You can use the code
        once, until {formatClockTime(challengeReply.expires_at)}.
      </p>
      <p class="hint">If you run the service without a mail server, look for the code in the service log.</p>
      <div class="row">
        <CodeField label="Code from the email" code={typedCode} hasFocus />
        <button type="submit" disabled={action.isRunning.value || typedCode.value.trim() === ''}>
          {action.isRunning.value ? 'Signing in…' : 'Sign in'}
        </button>
      </div>
      <ActionFailure action={action} />
      <button
        type="button"
        class="quiet"
        onClick={() => {
          challenge.value = null
        }}
      >
        Change the address or get a new code
      </button>
      <CopyCall call={call} />
    </form>
  )
}

function isNonEmptyString(value: unknown): value is string {
  return isString(value) && value !== ''
}

function isActiveChallenge(value: unknown): value is SignInReply {
  const { challenge: id, expires_at } = (value ?? {}) as Partial<Record<keyof SignInReply, unknown>>
  return isString(id) && isString(expires_at) && Date.parse(expires_at) > Date.now()
}
