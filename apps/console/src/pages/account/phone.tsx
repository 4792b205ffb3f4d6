import type { AccountReply, SetPhoneReply } from '@fairway/client'
import { signal } from '@preact/signals'
import type { ApiCall } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { PhoneCode } from './phone-code.tsx'
import { addSessionHeader, callAccountApi, signedInAccount } from './session.ts'

const typedPhone = signal('')
/** Reason why no code was sent. */
const warning = signal<string | undefined>(undefined)
const removePhoneCall: ApiCall = { method: 'DELETE', path: '/account/phone' }

/**
 * Lets the user add and confirm a phone number. The service uses the number only to send one SMS before the monthly
 * limit is reached.
 */
export function Phone({ account }: { readonly account: AccountReply }) {
  const action = useAction()
  const { phone, phone_proved: isProved } = account.account
  const toSetCall = (value: string): ApiCall => ({ method: 'PUT', path: '/account/phone', body: { phone: value } })
  const setPhoneCall = toSetCall(typedPhone.value.trim())
  const changePhone = (call: ApiCall) =>
    action.run(async () => {
      const reply = await callAccountApi<SetPhoneReply>(call)
      showPhone(account, reply)
      warning.value = reply.warnings?.[0]
      typedPhone.value = ''
    })
  const submitPhone = (event: Event) => {
    event.preventDefault()
    void changePhone(setPhoneCall)
  }
  return (
    <section aria-label="Mobile number">
      <h2>Mobile number</h2>
      <p class="hint">
        We text you at most once a month, when you are close to your monthly limit. Apart from sending a confirmation
        code, we don't use the number for anything else.
      </p>
      {phone !== null && (
        <p class="key-in-use">
          <span>
            {phone}
            {!isProved && ' (not confirmed)'}
          </span>
          <button
            type="button"
            class="quiet"
            disabled={action.isRunning.value}
            onClick={() => void changePhone(removePhoneCall)}
          >
            Remove number
          </button>
        </p>
      )}
      {phone !== null && !isProved && warning.value !== undefined && <p class="hint">{warning.value}.</p>}
      {phone !== null && !isProved && warning.value === undefined && (
        <PhoneCode
          isSending={action.isRunning.value}
          onResend={() => void changePhone(toSetCall(phone))}
          onProved={(reply) => showPhone(account, reply)}
        />
      )}
      <form class="row" onSubmit={submitPhone}>
        <div>
          <label for="phone">{phone === null ? 'Number with country code' : 'New number'}</label>
          <input
            id="phone"
            type="tel"
            autocomplete="tel"
            maxLength={32}
            placeholder="+598 2 123 4567"
            value={typedPhone.value}
            onInput={(event) => {
              typedPhone.value = event.currentTarget.value
            }}
          />
        </div>
        <button type="submit" disabled={action.isRunning.value || typedPhone.value.trim() === ''}>
          Save
        </button>
      </form>
      <ActionFailure action={action} />
      <CopyCall call={addSessionHeader(phone === null ? setPhoneCall : removePhoneCall)} />
    </section>
  )
}

function showPhone(account: AccountReply, { phone, phone_proved }: SetPhoneReply): void {
  signedInAccount.value = { ...account, account: { ...account.account, phone, phone_proved } }
}
