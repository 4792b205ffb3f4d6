import { useEffect } from 'preact/hooks'
import { describeFailure } from '../../entry/failure-text.ts'
import { PasteBox } from '../../entry/paste-box.tsx'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { pageLocation } from '../../state/page-location.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import '../../style/entry.css'
import '../../style/optimize.css'
import { replaceFieldNames } from './field-text.ts'
import { followSolution } from './lines.ts'
import { useFitTours } from './map/show-tours.ts'
import { TourMap } from './map/tour-map.tsx'
import { Result } from './result/result.tsx'
import { Sample } from './sample-buttons.tsx'
import { SettingsForm } from './settings-form.tsx'
import { addStops, isStale, openFromUrl, optimizeRequest, shouldFitView, solution, solve, stops } from './state.ts'
import { StopList } from './stop-list.tsx'

const EXAMPLE = '-34.9059, -56.1913\n-34.8941, -56.1527, 3\n18 de Julio 1234, Montevideo'

/** Optimizes the order of many stops for one or several vehicles. */
export default function OptimizePage() {
  useEffect(openFromUrl, [pageLocation.value])
  useEffect(followSolution, [])
  useMapClick((position) => addStops([{ at: position, label: '' }]))
  useFitStops()
  useFitTours()
  const count = stops.value.length
  const requestState = optimizeRequest.state.value
  return (
    <div class="optimize">
      <h1>Optimize</h1>
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
      <RequestFailure requestState={describeFailure(requestState, stops.value, 'stop', replaceFieldNames)} />
      {solution.value !== undefined && <Result solved={solution.value} />}
      <CopyCall call={solution.value?.call} />
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
