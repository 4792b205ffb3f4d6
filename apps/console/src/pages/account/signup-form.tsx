import type { SignupReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { type ApiCall, callApi } from '../../state/calls.ts'
import { apiKey } from '../../state/key.ts'
import { notify } from '../../state/notices.ts'
import { isString, persistentSignal } from '../../state/persistent-signal.ts'
import { EmailForm } from './email-form.tsx'
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
  const call: ApiCall = { method: 'POST', path: '/v1/account/signup', body: { email: signupEmail.value.trim() } }
  const signUp = async () => {
    const { account, api_key } = await callApi<SignupReply>(call)
    accountEmail.value = account.email
    signedUpKey.value = api_key
    signupEmail.value = ''
    const { value: previousKey } = apiKey
    if (previousKey === '') apiKey.value = api_key
    notify(
      previousKey === ''
        ? 'Welcome. This console now uses your key. The key stays visible under Account until you click Done.'
        : `Welcome. Your new key is shown above. This console keeps using the key …${previousKey.slice(-4)} until you switch to the new key.`,
    )
  }
  return (
    <EmailForm
      email={signupEmail}
      hint="A trial needs only an email address."
      label="Get a trial key"
      runningLabel="Signing up…"
      call={call}
      submit={signUp}
    />
  )
}
