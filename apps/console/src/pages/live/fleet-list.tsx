import type { LiveAssetReply } from '@fairway/client'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { fleet, isLoaded, limits, selectAsset, selectedId } from './fleet.ts'
import { showAsset } from './show-asset.ts'
import { kindLabels, sortAssets, stateStyles, summarizeAsset, toStateLabel } from './states.ts'
import { summarizeTour } from './tour/tour-text.ts'

export function FleetList() {
  const listRef = useRef<HTMLUListElement>(null)
  const sortedAssets = sortAssets(fleet.value.values())
  useKeepFocus(listRef.current)
  if (sortedAssets.length === 0) {
    return (
      <p class="hint">
        {isLoaded.value ? 'No assets yet. Click “Show me” for a demo, or register your own.' : 'Loading…'}
      </p>
    )
  }
  return (
    <>
      <ul ref={listRef} class="fleet" aria-label="Fleet">
        {sortedAssets.map((live) => (
          <AssetRow key={live.asset.id} live={live} />
        ))}
      </ul>
      {limits.value !== undefined && (
        <p class="hint">
          {sortedAssets.length} of {limits.value.max_assets} assets on this plan
        </p>
      )}
    </>
  )
}

/** Restores the focus after a row moves within the list. */
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
  const selectThisAsset = () => {
    selectAsset(asset.id)
    showAsset(live)
  }
  return (
    <li>
      <button type="button" class="fleet-row" aria-pressed={selectedId.value === asset.id} onClick={selectThisAsset}>
        <span class="fleet-name">{asset.name}</span>
        <span class="state" style={{ background: color }}>
          {toStateLabel(live)}
        </span>
        <small>{summarizeTour(live) ?? summarizeAsset(live)}</small>
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
