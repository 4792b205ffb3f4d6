import { useEffect } from 'preact/hooks'
import { pageLocation } from '../../state/page-location.ts'
import '../../style/map-tools.css'
import '../../style/plan.css'
import { isPhone } from '../../ui/sheet.tsx'
import { AreaList } from './areas/area-list.tsx'
import { hasDraft } from './draft-in-url.ts'
import { draft, openFromUrl, startVisits } from './draft-state.ts'
import { PlanMap } from './map/plan-map.tsx'
import { ModeTabs } from './mode-tabs.tsx'
import { OptionsForm } from './options/options-form.tsx'
import { isStopSet } from './plan.ts'
import { ProfileButtons } from './profile-buttons.tsx'
import { Result } from './result/result.tsx'
import { highlightedStep } from './result/step-list.tsx'
import { followRoadExample } from './start/road-example.ts'
import { StopList } from './stop-list.tsx'

/** Plans routes by road, by air, by sea or for self-driving vehicles. */
export default function PlanPage() {
  useEffect(openFromUrl, [pageLocation.value])
  useEffect(
    () => () => {
      highlightedStep.value = undefined
    },
    [],
  )
  useEffect(() => {
    // A click on the logo writes only the mode to the URL, which is not a request yet.
    const isLinked = startVisits.value === 0 && hasDraft(pageLocation.peek().query)
    if (isLinked || draft.peek().stops.some(isStopSet)) return
    return followRoadExample()
  }, [startVisits.value])
  // On a phone, the suggestions must be visible without scrolling, so the options follow them.
  const isStartOnPhone = isPhone.value && !draft.value.stops.some(isStopSet)
  return (
    <div class="plan">
      <h1 class="unseen">Plan a route</h1>
      <ModeTabs />
      <div id="plan-body" role="tabpanel" aria-label="Plan">
        <ProfileButtons />
        <StopList />
        <AreaList />
        {!isStartOnPhone && <OptionsForm />}
        <Result />
        {isStartOnPhone && <OptionsForm />}
      </div>
      <PlanMap />
    </div>
  )
}
