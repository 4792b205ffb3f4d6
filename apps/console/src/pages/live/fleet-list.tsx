import type { LiveAssetReply } from '@fairway/client'
import { theMap } from '../../map/the-map.ts'
import { chosenId, fleet, isKnown, limits } from './fleet.ts'
import { kindWords, stateLooks, summaryOf } from './states.ts'

export function FleetList() {
  const all = [...fleet.value.values()]
  if (all.length === 0) {
    return <p class="hint">{isKnown.value ? 'No assets yet. Show me starts one; Register takes yours.' : 'Asking …'}</p>
  }
  return (
    <>
      <ul class="fleet" aria-label="Fleet">
        {all.map((live) => (
          <Row key={live.asset.id} live={live} />
        ))}
      </ul>
      {limits.value !== undefined && (
        <p class="hint">
          {all.length} of {limits.value.max_assets} assets of the plan
        </p>
      )}
    </>
  )
}

function Row({ live }: { readonly live: LiveAssetReply }) {
  const { asset, state, position, progress_pct } = live
  const { word, color } = stateLooks[state]
  const choose = () => {
    chosenId.value = asset.id
    if (position !== null) theMap.peek()?.easeTo({ center: [position.at[1], position.at[0]] })
  }
  return (
    <li>
      <button type="button" class="fleet-row" aria-pressed={chosenId.value === asset.id} onClick={choose}>
        <span class="fleet-name">{asset.name}</span>
        <span class="state" style={{ background: color }}>
          {word}
        </span>
        <small>{summaryOf(live)}</small>
        <small class="fleet-kind">{kindWords[asset.kind]}</small>
        {progress_pct !== null && (
          <span class="progress" aria-hidden="true">
            <span style={{ width: `${progress_pct}%`, background: color }} />
          </span>
        )}
      </button>
    </li>
  )
}
