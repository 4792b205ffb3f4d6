import { useEffect } from 'preact/hooks'
import { failureInWords } from '../../entry/in-words.ts'
import { PasteBox } from '../../entry/paste-box.tsx'
import { showAll, theMap } from '../../map/the-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { place } from '../../state/place-in-url.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { Failure } from '../../ui/failure.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import '../../style/entry.css'
import '../../style/optimise.css'
import { fieldsInWords } from './field-words.ts'
import { followLines } from './lines.ts'
import { useShowTours } from './map/show-tours.ts'
import { TourMap } from './map/tour-map.tsx'
import { Result } from './result/result.tsx'
import { Sample } from './sample-buttons.tsx'
import { SettingsForm } from './settings-form.tsx'
import { addStops, asking, isStale, isToBeShown, openFromUrl, solve, solved, stops } from './state.ts'
import { StopList } from './stop-list.tsx'

const EXAMPLE = '-34.9059, -56.1913\n-34.8941, -56.1527, 3\n18 de Julio 1234, Montevideo'

/** Optimizes the order of many stops for one or several vehicles. */
export default function OptimisePage() {
  useEffect(openFromUrl, [place.value])
  useEffect(followLines, [])
  useMapClick((at) => addStops([{ at, label: '' }]))
  useShowStops()
  useShowTours()
  const count = stops.value.length
  const asked = asking.state.value
  return (
    <div class="optimise">
      <h1>Optimize</h1>
      <SearchBox
        label="Add a stop"
        value=""
        placeholder="Address, place, or click on the map"
        onPick={(found) => {
          addStops([found], { isStep: true })
          isToBeShown.value = true
        }}
      />
      <PasteBox example={EXAMPLE} hasExtras onAdd={(placed) => addStops(placed, { isStep: true })} />
      <Sample />
      <StopList />
      <SettingsForm />
      <div class="row solve">
        <button type="button" disabled={count < 2 || asked.isWaiting} onClick={solve}>
          {asked.isWaiting ? 'Searching …' : 'Find the best order'}
        </button>
        <p class="hint" role="status">
          {sayWhatIsMissing(count, isStale.value)}
        </p>
      </div>
      <Failure asked={failureInWords(asked, stops.value, 'stop', fieldsInWords)} />
      {solved.value !== undefined && <Result solved={solved.value} />}
      <CopyCall call={solved.value?.call} />
      <TourMap />
    </div>
  )
}

function sayWhatIsMissing(count: number, stale: boolean): string {
  if (count === 0) return 'Click stops on the map, search for them, or paste a list.'
  if (count === 1) return 'Add one more stop to optimize the order.'
  return stale ? 'The input has changed. Search again.' : `${count} stops`
}

/** Fits stops from other sources into view. Stops clicked on the map are already visible. */
function useShowStops(): void {
  const [all, map, isAsked] = [stops.value, theMap.value, isToBeShown.value]
  useEffect(() => {
    if (!isAsked || map === undefined || all.length === 0) return
    isToBeShown.value = false
    showAll(all.map(({ at }) => at))
  }, [all, map, isAsked])
}
