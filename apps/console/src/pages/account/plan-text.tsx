import type { AccountReply } from '@fairway/client'
import { formatClockTime } from '../../ui/format.ts'

export function PlanDescription({ account: { account, limits } }: { readonly account: AccountReply }) {
  const liveTracking = limits.live_tracking
  return (
    <section aria-label="Plan">
      <h2>
        Plan <span class="tag">{account.plan}</span>
      </h2>
      <ul class="words">
        <li>{limits.routes_per_month.toLocaleString('en')} routes per month</li>
        <li>
          {limits.per_second} {limits.per_second === 1 ? 'request' : 'requests'} per second,{' '}
          {limits.burst.toLocaleString('en')} in a burst
        </li>
        <li>
          {liveTracking.max_assets.toLocaleString('en')} assets; the console updates positions{' '}
          {formatRate(liveTracking.web_polls_per_s)}
        </li>
        <li>
          {liveTracking.api_live_polls_per_s === null
            ? 'Live positions in the console only, not through the API'
            : `Live positions through the API ${formatRate(liveTracking.api_live_polls_per_s)}`}
        </li>
        <li>
          {liveTracking.gps_push_per_s === null
            ? 'GPS positions not accepted; the starter plan and higher plans accept them'
            : `GPS positions accepted ${formatRate(liveTracking.gps_push_per_s)}`}
        </li>
        {account.expires_at !== null && <li>The trial ends {formatClockTime(account.expires_at)}</li>}
      </ul>
    </section>
  )
}

function formatRate(perSecond: number): string {
  if (perSecond === 1) return 'once per second'
  return perSecond > 1 ? `${perSecond} times per second` : `every ${Math.round(10 / perSecond) / 10} s`
}
