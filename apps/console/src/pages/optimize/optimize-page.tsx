import { useEffect } from 'preact/hooks'
import { describeFailure } from '../../entry/failure-text.ts'
import { PasteBox } from '../../entry/paste-box.tsx'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { pageLocation } from '../../state/page-location.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../../style/entry.css'
import '../../style/optimize.css'
import '../../style/timeline.css'
import { followMatrix } from './day/day-state.ts'
import { Manifest } from './day/manifest.tsx'
import { Timeline } from './day/timeline.tsx'
import { replaceFieldNames } from './field-text.ts'
import { followSolution } from './lines.ts'
import { useFitTours } from './map/show-tours.ts'
import { TourMap } from './map/tour-map.tsx'
import { Result } from './result/result.tsx'
import { Sample } from './sample-buttons.tsx'
import { SettingsForm } from './settings-form.tsx'
import {
  addStops,
  isExampleLoading,
  isStale,
  openFromUrl,
  optimizeRequest,
  shouldFitView,
  solution,
  solve,
  stops,
} from './state.ts'
import { StopList } from './stop-list.tsx'

const EXAMPLE = '43.7301, 7.4256\n43.7401, 7.4285, 3\nBoulevard Albert I 20, Monaco'

/** Optimizes the order of many stops for one or several vehicles. */
export default function OptimizePage() {
  useEffect(openFromUrl, [pageLocation.value])
  useEffect(followSolution, [])
  useEffect(followMatrix, [])
  useMapClick((position) => addStops([{ at: position, label: '' }]))
  useFitStops()
  useFitTours()
  const count = stops.value.length
  const requestState = optimizeRequest.state.value
  return (
    <div class="optimize">
      <h1>Optimize a delivery day</h1>
      <SearchBox
        label="Add a stop"
        value=""
        placeholder="Address, place, or click on the map"
        onPick={(place) => {
          addStops([place], { isStep: true })
          shouldFitView.value = true
        }}
      />
      <PasteBox example={EXAMPLE} acceptsStopFields onAdd={(entries) => addStops(entries, { isStep: true })} />
      <Sample />
      <StopList />
      <SettingsForm />
      <div class="row solve">
        <button type="button" disabled={count < 2 || requestState.isWaiting} onClick={solve}>
          {requestState.isWaiting ? 'Searching …' : 'Find the best order'}
        </button>
        <p class="hint" role="status">
          {describeMissing(count, isStale.value)}
        </p>
      </div>
      {(requestState.isWaiting || isExampleLoading.value) && solution.value === undefined && (
        <Skeleton text={isExampleLoading.value ? 'Preparing the example …' : 'Planning the tours …'} />
      )}
      <RequestFailure requestState={describeFailure(requestState, stops.value, 'stop', replaceFieldNames)} />
      {solution.value !== undefined && <Timeline solved={solution.value} />}
      {solution.value !== undefined && <Result solved={solution.value} />}
      <CopyCall call={solution.value?.call} />
      {solution.value !== undefined && <Manifest solved={solution.value} />}
      <TourMap />
    </div>
  )
}

function describeMissing(count: number, stale: boolean): string {
  if (count === 0) return 'Click stops on the map, search for them, or paste a list.'
  if (count === 1) return 'Add one more stop to optimize the order.'
  return stale ? 'The input has changed. Search again.' : `${count} stops`
}

/** Fits stops from other sources into view. Stops clicked on the map are already visible. */
function useFitStops(): void {
  const [all, map, isRequested] = [stops.value, currentMap.value, shouldFitView.value]
  useEffect(() => {
    if (!isRequested || map === undefined || all.length === 0) return
    shouldFitView.value = false
    fitPoints(all.map(({ at }) => at))
  }, [all, map, isRequested])
}
