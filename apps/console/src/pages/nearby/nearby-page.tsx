import { useEffect } from 'preact/hooks'
import { showAll, theMap } from '../../map/the-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { pointText } from '../../points.ts'
import { place } from '../../state/place-in-url.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { Failure } from '../../ui/failure.tsx'
import { kilometers } from '../../ui/measures.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import '../../style/nearby.css'
import { CategoryIcon, categories } from './categories.tsx'
import { around, NearbyMap } from './nearby-map.tsx'
import { PlaceCard } from './place-card.tsx'
import { SearchHere } from './search-here.tsx'
import {
  asking,
  change,
  clearPin,
  isToBeShown,
  openFromUrl,
  RADII_M,
  SHOWN,
  search,
  shown,
  unknownHours,
} from './state.ts'

export default function NearbyPage() {
  useEffect(openFromUrl, [place.value])
  useMapClick((at) => change({ at, isPinned: true, label: pointText(at) }))
  useShowPlaces()
  const { isPinned, label, category } = search.value
  const asked = asking.state.value
  return (
    <div class="nearby">
      <h1>Nearby</h1>
      <SearchBox
        label="Near"
        value={isPinned ? label : ''}
        placeholder="Map center, or an address"
        onPick={(found) => change({ at: found.at, isPinned: true, label: found.label }, { show: true })}
        onClear={clearPin}
      />
      <Categories chosen={category} />
      <Options />
      <Failure asked={asked} />
      <p class="hint" role="status">
        {category === '' ? 'Choose a category.' : asked.isWaiting ? 'Searching …' : sayCount()}
      </p>
      {(asked.answer?.warnings ?? []).map((warning) => (
        <p class="hint" key={warning}>
          {warning}
        </p>
      ))}
      {category !== '' && shown.value.length > 0 && (
        <ol class="places" aria-label="Places">
          {shown.value.map((found, index) => (
            <PlaceCard key={found.id} place={found} number={index + 1} />
          ))}
        </ol>
      )}
      <CopyCall call={asked.call} />
      <NearbyMap />
      <SearchHere />
    </div>
  )
}

function sayCount(): string {
  const { answer } = asking.state.value
  if (answer === undefined) return ''
  const [count, unknown] = [shown.value.length, unknownHours.value]
  const within = `within ${kilometers(search.value.radiusM / 1_000)}`
  const words =
    count === 0 ? `None ${within}. Try a larger radius.` : `${count}${count < SHOWN ? '' : ' nearest'} ${within}`
  return unknown === 0 ? words : `${words}; ${unknown} more have unknown opening hours`
}

function Categories({ chosen }: { readonly chosen: string }) {
  return (
    <fieldset class="categories">
      <legend class="unseen">Categories</legend>
      {categories.map(({ name, title, shape, color }) => (
        <button
          key={name}
          type="button"
          class="second"
          aria-pressed={chosen === name}
          style={{ '--category': color }}
          onClick={() => change({ category: name }, { show: true })}
        >
          <CategoryIcon shape={shape} />
          {title}
        </button>
      ))}
    </fieldset>
  )
}

function Options() {
  const { radiusM, isByRoad, isOpenOnly } = search.value
  const radii = RADII_M.some((radius) => radius === radiusM) ? RADII_M : [radiusM, ...RADII_M]
  return (
    <div class="row search-options">
      <div>
        <label for="nearby-radius">Within</label>
        <select
          id="nearby-radius"
          value={String(radiusM)}
          onChange={(event) => change({ radiusM: Number(event.currentTarget.value) }, { show: true })}
        >
          {radii.map((radius) => (
            <option key={radius} value={String(radius)}>
              {kilometers(radius / 1_000)}
            </option>
          ))}
        </select>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isOpenOnly}
          onChange={(event) => change({ isOpenOnly: event.currentTarget.checked })}
        />
        Open now
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isByRoad}
          onChange={(event) => change({ isByRoad: event.currentTarget.checked })}
        />
        By road
      </label>
    </div>
  )
}

/** Fits the results into view, unless the search was for the current view. */
function useShowPlaces(): void {
  const [found, map, isAsked, { isWaiting }] = [shown.value, theMap.value, isToBeShown.value, asking.state.value]
  useEffect(() => {
    const { at, radiusM } = search.peek()
    if (!isAsked || map === undefined || at === undefined || isWaiting) return
    isToBeShown.value = false
    const places = found.map((one): [number, number] => [one.at[0], one.at[1]])
    showAll(places.length === 0 ? around(at, radiusM) : [at, ...places], 16)
  }, [found, map, isAsked, isWaiting])
}
