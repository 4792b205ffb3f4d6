import { useEffect } from 'preact/hooks'
import { describeFailure } from '../../entry/failure-text.ts'
import { PasteBox } from '../../entry/paste-box.tsx'
import { pageLocation } from '../../state/page-location.ts'
import { RequestFailure } from '../../ui/failure.tsx'
import { pressVerb } from '../../ui/press.ts'
import { ADDRESS_OR_MAP, SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../../style/entry.css'
import '../../style/optimize.css'
import '../../style/timeline.css'
import { replaceFieldNames } from './field-text.ts'
import { OptimizeMap } from './map/optimize-map.tsx'
import { OptimizeFixes } from './optimize-fixes.tsx'
import { SolutionView } from './result/solution-view.tsx'
import { SampleButtons } from './sample-buttons.tsx'
import { SettingsForm } from './settings-form.tsx'
import {
  addStops,
  isExampleLoading,
  isStale,
  openFromUrl,
  optimizeRequest,
  settings,
  shouldFitView,
  solution,
  solve,
  stops,
} from './state.ts'
import { StopList } from './stop-list.tsx'

const EXAMPLE_STOPS = '43.7301, 7.4256\n43.7401, 7.4285, 3\nRue Grimaldi 20, Monaco'

/** Optimizes the order of many stops for one or more vehicles. */
export default function OptimizePage() {
  useEffect(openFromUrl, [pageLocation.value])
  const count = stops.value.length
  const requestState = optimizeRequest.state.value
  return (
    <div class="optimize">
      <h1>Optimize a delivery day</h1>
      <SearchBox
        label="Add a stop"
        value=""
        placeholder={ADDRESS_OR_MAP}
        onPick={(place) => {
          addStops([place], { isStep: true })
          shouldFitView.value = true
        }}
      />
      <PasteBox example={EXAMPLE_STOPS} acceptsStopFields onAdd={(entries) => addStops(entries, { isStep: true })} />
      <SampleButtons />
      <StopList />
      <SettingsForm />
      <div class="row solve">
        <button type="button" disabled={count < 2 || requestState.isWaiting} onClick={solve}>
          {requestState.isWaiting ? 'Searching…' : 'Find the best order'}
        </button>
        <p class="hint" role="status">
          {describeMissing(count, isStale.value)}
        </p>
      </div>
      {(requestState.isWaiting || isExampleLoading.value) && solution.value === undefined && (
        <Skeleton text={isExampleLoading.value ? 'Preparing the example…' : 'Planning the tours…'} />
      )}
      <RequestFailure requestState={describeFailure(requestState, stops.value, 'stop', replaceFieldNames)} />
      <OptimizeFixes />
      <SolutionView />
      <OptimizeMap />
    </div>
  )
}

function describeMissing(count: number, isStale: boolean): string {
  if (count === 0)
    return `To add stops, ${pressVerb} on the map, search for places, or paste a list. The first stop is the depot.`
  if (count === 1) return 'This is the depot. Add the stops to visit.'
  return isStale ? 'The input has changed. Search again.' : describeCount(count)
}

/** The first stop is the depot, unless tours may start and end anywhere. */
function describeCount(count: number): string {
  if (settings.value.tours === 'any') return `${count} stops`
  return `${count - 1} ${count === 2 ? 'stop' : 'stops'} and the depot`
}
