import { CopyCall } from '../../ui/copy-call.tsx'
import { ForgetKey } from '../../ui/forget-key.tsx'
import { useReportsOutage } from '../../ui/outage-reports.ts'
import { limits } from './fleet.ts'
import { connection, streamCall } from './follow.ts'

/** Shows how and how often the page receives updates. Both depend on the pricing plan. */
export function ConnectionStatus() {
  const state = connection.value
  const element = useReportsOutage<HTMLDetailsElement>(state.kind === 'broken')
  if (state.kind === 'refused') {
    return (
      <div class="failure" role="alert">
        <p>{state.message}</p>
        <p>
          <a href="#/account">Sign in or enter another key</a> to continue.
        </p>
        <ForgetKey refusal={state} />
      </div>
    )
  }
  return (
    <details ref={element} class="link-state">
      <summary>
        <span class={`lamp lamp-${state.kind}`} aria-hidden="true" />
        <span role="status">{connectionLabels[state.kind]}</span>
        {state.kind !== 'broken' && limits.value !== undefined && (
          <small>{formatRate(limits.value.web_polls_per_s)}</small>
        )}
      </summary>
      <CopyCall call={streamCall} />
    </details>
  )
}

const connectionLabels = {
  opening: 'Connecting…',
  live: 'Connected',
  polling: 'Polling for updates because the live stream is unavailable',
  broken: 'Connection lost. Reconnecting automatically; no positions will be missed.',
}

function formatRate(perSecond: number): string {
  return perSecond >= 1 ? `up to ${perSecond} times per second` : `every ${Math.round(1 / perSecond)} s on this plan`
}
