import type { LiveAssetReply } from '@fairway/client'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { fleet, isLoaded, limits, selectAsset, selectedId } from './fleet.ts'
import { showAsset } from './show-asset.ts'
import { kindLabels, sortAssets, stateStyles, summarize, toStateLabel } from './states.ts'

export function FleetList() {
  const list = useRef<HTMLUListElement>(null)
  const all = sortAssets(fleet.value.values())
  useKeepFocus(list.current)
  if (all.length === 0) {
    return (
      <p class="hint">
        {isLoaded.value ? 'No assets yet. Click “Show me” for a demo, or register your own.' : 'Loading …'}
      </p>
    )
  }
  return (
    <>
      <ul ref={list} class="fleet" aria-label="Fleet">
        {all.map((live) => (
          <AssetRow key={live.asset.id} live={live} />
        ))}
      </ul>
      {limits.value !== undefined && (
        <p class="hint">
          {all.length} of {limits.value.max_assets} assets on this plan
        </p>
      )}
    </>
  )
}

/** A row that moves within the list would otherwise lose the focus. */
function useKeepFocus(list: HTMLElement | null): void {
  const { activeElement: focused } = document
  const isInList = list?.contains(focused) === true
  useLayoutEffect(() => {
    if (isInList && focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused)
      focused.focus({ preventScroll: true })
  })
}

function AssetRow({ live }: { readonly live: LiveAssetReply }) {
  const { asset, state, progress_pct } = live
  const { color } = stateStyles[state]
  const chooseIt = () => {
    selectAsset(asset.id)
    showAsset(live)
  }
  return (
    <li>
      <button type="button" class="fleet-row" aria-pressed={selectedId.value === asset.id} onClick={chooseIt}>
        <span class="fleet-name">{asset.name}</span>
        <span class="state" style={{ background: color }}>
          {toStateLabel(live)}
        </span>
        <small>{summarize(live)}</small>
        <small class="fleet-kind">{kindLabels[asset.kind]}</small>
        {progress_pct !== null && (
          <span class="progress" aria-hidden="true">
            <span style={{ width: `${progress_pct}%`, background: color }} />
          </span>
        )}
      </button>
    </li>
  )
}
