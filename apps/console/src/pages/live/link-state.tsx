import { CopyCall } from '../../ui/copy-call.tsx'
import { ForgetKey } from '../../ui/forget-key.tsx'
import { useTellsAway } from '../../ui/tells-away.ts'
import { limits } from './fleet.ts'
import { link, streamCall } from './follow.ts'

/** Shows how the page receives updates and how often. The pricing plan decides both. */
export function LinkState() {
  const state = link.value
  const element = useTellsAway<HTMLDetailsElement>(state.kind === 'broken')
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
        <span role="status">{words[state.kind]}</span>
        {state.kind !== 'broken' && limits.value !== undefined && <small>{often(limits.value.web_polls_per_s)}</small>}
      </summary>
      <CopyCall call={streamCall} />
    </details>
  )
}

const words = {
  opening: 'Connecting …',
  live: 'Connected',
  polling: 'Polling for updates because the live stream does not get through',
  broken: 'Connection lost. Reconnecting automatically; no positions are missed.',
}

function often(perSecond: number): string {
  return perSecond >= 1 ? `up to ${perSecond} times per second` : `every ${Math.round(1 / perSecond)} s on this plan`
}
