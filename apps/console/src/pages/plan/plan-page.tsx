import { useEffect } from 'preact/hooks'
import { showAll, theMap } from '../../map/the-map.ts'
import { place } from '../../state/place-in-url.ts'
import '../../style/plan.css'
import { useDragLine } from './map/drag-line.ts'
import { Legend } from './map/legend.tsx'
import { MapClicks } from './map/map-clicks.tsx'
import { Pins } from './map/pins.tsx'
import { RouteLines } from './map/route-lines.tsx'
import { ModeTabs } from './mode-tabs.tsx'
import { OptionsForm } from './options/options-form.tsx'
import { asking, chosen, isToBeShown, openFromUrl, placeOf, plan } from './plan-state.ts'
import { Result } from './result/result.tsx'
import { PointedAt, pointedAt } from './result/step-list.tsx'
import { StopList } from './stop-list.tsx'

/** Plans routes by road, air, sea or self-driving. */
export default function PlanPage() {
  useEffect(openFromUrl, [place.value])
  useEffect(
    () => () => {
      pointedAt.value = undefined
    },
    [],
  )
  useDragLine()
  useShowAnswer()
  return (
    <div class="plan">
      <h1 class="unseen">Plan a route</h1>
      <ModeTabs />
      <div id="plan-body" role="tabpanel" aria-label="Plan">
        <StopList />
        <OptionsForm />
        <Result />
      </div>
      <RouteLines />
      <PointedAt />
      <Pins />
      <MapClicks />
      <Legend />
    </div>
  )
}

/** Fits the route into view when it was requested by name, not when it was drawn on the visible map. */
function useShowAnswer(): void {
  const [way, map, isAsked, { failure }] = [chosen.value, theMap.value, isToBeShown.value, asking.state.value]
  useEffect(() => {
    if ((way === undefined && failure === undefined) || map === undefined || !isAsked) return
    isToBeShown.value = false
    // Without a route, show at least its origin and destination: the problem may be visible on the map.
    showAll(
      way?.points ??
        plan
          .peek()
          .stops.map(placeOf)
          .filter((at) => at !== undefined),
    )
  }, [way, map, isAsked, failure])
}
