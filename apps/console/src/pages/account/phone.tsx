import type { AccountReply, SetPhoneReply } from '@fairway/client'
import { signal } from '@preact/signals'
import type { Call } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { askArea, holder, withSession } from './session.ts'

const typed = signal('')
const removal: Call = { method: 'DELETE', path: '/account/phone' }

/** Used only for one SMS before the monthly limit is reached. */
export function Phone({ account }: { readonly account: AccountReply }) {
  const action = useAction()
  const { phone } = account.account
  const setting: Call = { method: 'PUT', path: '/account/phone', body: { phone: typed.value.trim() } }
  const change = (call: Call) =>
    action.run(async () => {
      const reply = await askArea<SetPhoneReply>(call)
      holder.value = { ...account, account: { ...account.account, phone: reply.phone } }
      typed.value = ''
    })
  const set = (event: Event) => {
    event.preventDefault()
    void change(setting)
  }
  return (
    <section aria-label="Mobile number">
      <h2>Mobile number</h2>
      <p class="hint">We send one SMS before you reach the monthly limit. The number is used for nothing else.</p>
      {phone !== null && (
        <p class="key-in-use">
          <span>{phone}</span>
          <button type="button" class="quiet" disabled={action.isRunning.value} onClick={() => void change(removal)}>
            Remove number
          </button>
        </p>
      )}
      <form class="row" onSubmit={set}>
        <div>
          <label for="phone">{phone === null ? 'Number with country code' : 'New number'}</label>
          <input
            id="phone"
            type="tel"
            autocomplete="tel"
            maxLength={32}
            placeholder="+598 2 123 4567"
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value
            }}
          />
        </div>
        <button type="submit" disabled={action.isRunning.value || typed.value.trim() === ''}>
          Save
        </button>
      </form>
      <ActionFailure action={action} />
      <CopyCall call={withSession(phone === null ? setting : removal)} />
    </section>
  )
}
