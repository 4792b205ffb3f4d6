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
          <a href="#/account">Sign in or enter another key</a> to go on.
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
  polling: 'Asking again and again: the stream is held back on its way',
  broken: 'Connection lost. It comes back by itself, and misses nothing.',
}

function often(perSecond: number): string {
  return perSecond >= 1 ? `up to ${perSecond} × a second` : `every ${Math.round(1 / perSecond)} s on this plan`
}
