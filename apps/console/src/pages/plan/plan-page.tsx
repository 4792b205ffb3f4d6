import { useEffect } from 'preact/hooks'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { pageLocation } from '../../state/page-location.ts'
import '../../style/map-tools.css'
import '../../style/plan.css'
import { AreaList } from './areas/area-list.tsx'
import { AreasOnMap } from './areas/areas-on-map.tsx'
import { hasDraft } from './draft-in-url.ts'
import { draft, findStopPosition, openFromUrl, routeRequest, selectedRoute, shouldFitView } from './draft-state.ts'
import { useDragLine } from './map/drag-line.ts'
import { Legend } from './map/legend.tsx'
import { MapClicks } from './map/map-clicks.tsx'
import { Pins } from './map/pins.tsx'
import { RouteLabels } from './map/route-labels.tsx'
import { RouteLines } from './map/route-lines.tsx'
import { ModeTabs } from './mode-tabs.tsx'
import { OptionsForm } from './options/options-form.tsx'
import { isStopSet } from './plan.ts'
import { ProfileButtons } from './profile-buttons.tsx'
import { Result } from './result/result.tsx'
import { HighlightedStep, highlightedStep } from './result/step-list.tsx'
import { ExampleOnMap } from './start/example-on-map.tsx'
import { requestRoadExample } from './start/road-example.ts'
import { StopList } from './stop-list.tsx'

/** Plans routes by road, air, sea or self-driving. */
export default function PlanPage() {
  useEffect(openFromUrl, [pageLocation.value])
  useEffect(
    () => () => {
      highlightedStep.value = undefined
    },
    [],
  )
  useEffect(() => {
    if (!draft.peek().stops.some(isStopSet) && !hasDraft(pageLocation.peek().query)) void requestRoadExample()
  }, [])
  useDragLine()
  useFitRoute()
  return (
    <div class="plan">
      <h1 class="unseen">Plan a route</h1>
      <ModeTabs />
      <div id="plan-body" role="tabpanel" aria-label="Plan">
        <ProfileButtons />
        <StopList />
        <AreaList />
        <OptionsForm />
        <Result />
      </div>
      <ExampleOnMap />
      <RouteLines />
      <HighlightedStep />
      <RouteLabels />
      <AreasOnMap />
      <Pins />
      <MapClicks />
      <Legend />
    </div>
  )
}

/** Fits the route into view when it was requested by name, not when it was drawn on the visible map. */
function useFitRoute(): void {
  const [route, map, isRequested, { failure }] = [
    selectedRoute.value,
    currentMap.value,
    shouldFitView.value,
    routeRequest.state.value,
  ]
  useEffect(() => {
    if ((route === undefined && failure === undefined) || map === undefined || !isRequested) return
    shouldFitView.value = false
    // Without a route, show at least its origin and destination: the problem may be visible on the map.
    fitPoints(
      route?.points ??
        draft
          .peek()
          .stops.map(findStopPosition)
          .filter((position) => position !== undefined),
    )
  }, [route, map, isRequested, failure])
}
