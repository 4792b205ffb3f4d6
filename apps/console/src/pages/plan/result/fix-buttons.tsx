import { fitPoints } from '../../../map/current-map.ts'
import { type LoadedRegion, loadedMaps, toRegionTitle } from '../../../state/loaded-maps.ts'
import { changeDraft, draft, routeRequest } from '../draft-state.ts'
import { describeFailure } from '../field-labels.ts'
import { listFixes } from './fixes.ts'

/** Maximum number of buttons for regions. The message lists all maps. */
const MAX_REGIONS = 4

/** Renders buttons that change the request so that it may succeed. */
export function FixButtons() {
  const { failure } = describeFailure(routeRequest.state.value, draft.value.mode)
  if (failure === undefined || failure.isTemporary) return null
  const fixes = listFixes(failure.message, draft.value)
  const isOutsideMaps = /outside the loaded maps|on different maps/.test(failure.message)
  const regions = isOutsideMaps ? (loadedMaps.value?.regions ?? []).slice(0, MAX_REGIONS) : []
  if (fixes.length === 0 && regions.length === 0) return null
  return (
    <div class="fixes">
      {fixes.map(({ label, apply }) => (
        <button
          key={label}
          type="button"
          class="second"
          onClick={() => changeDraft(apply(draft.value), { fitView: true, pushHistory: true })}
        >
          {label}
        </button>
      ))}
      {regions.map((region) => (
        <button key={region.name} type="button" class="second" onClick={() => showRegion(region)}>
          Show {toRegionTitle(region.name)}
        </button>
      ))}
    </div>
  )
}

function showRegion({ bounds: [west, south, east, north] }: LoadedRegion): void {
  fitPoints([
    [south, west],
    [north, east],
  ])
}
