import type { SignupReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { type ApiCall, callApi } from '../../state/calls.ts'
import { apiKey } from '../../state/key.ts'
import { notify } from '../../state/notices.ts'
import { isString, persistentSignal } from '../../state/persistent-signal.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { accountEmail } from './session.ts'

const signupEmail = signal('')
/**
 * Key of the new account, stored until the owner confirms that it is saved. The key survives reloading and closing the
 * page.
 */
export const signedUpKey = persistentSignal('new-key', '', isString)

/**
 * Creates a trial account, which requires only an email address. The console uses the new key unless it already has
 * one.
 */
export function SignupForm() {
  const id = useId()
  const action = useAction()
  const call: ApiCall = { method: 'POST', path: '/v1/account/signup', body: { email: signupEmail.value.trim() } }
  const signUp = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      const { account, api_key } = await callApi<SignupReply>(call)
      accountEmail.value = account.email
      signedUpKey.value = api_key
      signupEmail.value = ''
      const { value: previousKey } = apiKey
      if (previousKey === '') apiKey.value = api_key
      notify(
        previousKey === ''
          ? 'Welcome. This console now uses your key. It stays visible under Account until you click Done.'
          : `Welcome. Your new key is shown above. This console keeps using the key …${previousKey.slice(-4)} until you switch to the new key.`,
      )
    })
  }
  return (
    <form onSubmit={signUp}>
      <p class="hint">A trial needs only an e-mail address.</p>
      <div class="row">
        <div>
          <label for={id}>E-mail address</label>
          <input
            id={id}
            type="text"
            inputMode="email"
            autocomplete="email"
            placeholder="you@example.com"
            value={signupEmail.value}
            onInput={(event) => {
              signupEmail.value = event.currentTarget.value
            }}
          />
        </div>
        <button type="submit" disabled={action.isRunning.value || signupEmail.value.trim() === ''}>
          {action.isRunning.value ? 'Signing up …' : 'Get a trial key'}
        </button>
      </div>
      <ActionFailure action={action} />
      <CopyCall call={call} />
    </form>
  )
}
