import type { AccountReply } from '@fairway/client'
import type { ApiCall } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { addSessionHeader, callAccountApi, signedInAccount } from './session.ts'

/** Lets the user choose whether the vehicles of the account contribute to the shared traffic data. */
export function Sharing({ account }: { readonly account: AccountReply }) {
  const action = useAction()
  const sharesTraffic = account.account.shares_traffic
  const call: ApiCall = { method: 'PUT', path: '/account/traffic', body: { shares_traffic: !sharesTraffic } }
  const toggleSharing = () =>
    void action.run(async () => {
      const { shares_traffic } = await callAccountApi<{ shares_traffic: boolean }>(call)
      signedInAccount.value = { ...account, account: { ...account.account, shares_traffic } }
    })
  return (
    <section aria-label="Traffic">
      <h2>Traffic</h2>
      <label class="inline">
        <input type="checkbox" checked={sharesTraffic} disabled={action.isRunning.value} onChange={toggleSharing} />
        <span>Share the speeds of your vehicles as live traffic data</span>
      </label>
      <p class="hint">
        We use speeds only on roads that several vehicles use, and never vehicle names or the start and end points of
        trips.
      </p>
      <ActionFailure action={action} />
      <CopyCall call={addSessionHeader(call)} />
    </section>
  )
}
