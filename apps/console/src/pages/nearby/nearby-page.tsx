import { useEffect } from 'preact/hooks'
import { FixButtons } from '../../fixes/fix-buttons.tsx'
import { isOutsideMaps } from '../../fixes/list-point-fixes.ts'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { formatPoint, type Point } from '../../points.ts'
import { capitalize } from '../../state/error-messages.ts'
import { pageLocation } from '../../state/page-location.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { formatKilometers } from '../../ui/format.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { showMapOnPhone } from '../../ui/sheet.tsx'
import '../../style/nearby.css'
import { CategoryIcon, categories } from './categories.tsx'
import { NearbyMap, toCirclePoints } from './nearby-map.tsx'
import { PlaceCard } from './place-card.tsx'
import { SearchHere } from './search-here.tsx'
import {
  changeSearch,
  clearPin,
  MAX_SHOWN_PLACES,
  MAX_WORDS_LENGTH,
  nearbyRequest,
  openFromUrl,
  RADIUS_CHOICES_M,
  search,
  shouldFitView,
  shownPlaces,
  unknownHoursCount,
} from './state.ts'

export default function NearbyPage() {
  useEffect(openFromUrl, [pageLocation.value])
  useMapClick((position) => changeSearch({ at: position, isPinned: true, label: formatPoint(position) }))
  useFitPlaces()
  const { isPinned, label, category, words } = search.value
  const requestState = nearbyRequest.state.value
  return (
    <div class="nearby">
      <h1>Nearby</h1>
      <SearchBox
        label="Near"
        value={isPinned ? label : ''}
        placeholder="Map center, or an address"
        onPick={(place) => changeSearch({ at: place.at, isPinned: true, label: place.label }, { show: true })}
        onClear={clearPin}
      />
      <WordsField />
      <Categories chosen={words === '' ? category : ''} />
      <Options />
      <RequestFailure requestState={requestState} />
      <p class="hint" role="status">
        {category === ''
          ? 'Type what you are looking for, or choose a category.'
          : requestState.isWaiting
            ? 'Searching…'
            : describeCount()}
      </p>
      <WidenButton />
      {(requestState.answer?.warnings ?? []).map((warning) => (
        <p class="hint" key={warning}>
          {capitalize(warning)}
        </p>
      ))}
      <NearbyFixes />
      {category !== '' && shownPlaces.value.length > 0 && (
        <ol class="places" aria-label="Places">
          {shownPlaces.value.map((place, index) => (
            <PlaceCard key={place.id} place={place} number={index + 1} />
          ))}
        </ol>
      )}
      <CopyCall call={requestState.call} />
      <NearbyMap />
      <SearchHere />
    </div>
  )
}

/** Offers changes for an error, and for a position where the service has no map and therefore finds no places. */
function NearbyFixes() {
  const { answer, failure } = nearbyRequest.state.value
  if (failure?.isTemporary === true) return null
  const { at } = search.value
  const message = failure?.message ?? (answer?.warnings ?? []).find(isOutsideMaps)
  const fixes = /distances by road/.test(message ?? '')
    ? [{ label: 'Turn off “By road”', run: () => changeSearch({ isByRoad: false }) }]
    : []
  const move = (to: Point) => changeSearch({ at: to, isPinned: true, label: formatPoint(to) }, { show: true })
  const points = at === undefined ? [] : [{ title: 'the position', at, move }]
  return <FixButtons message={message} fixes={fixes} points={points} />
}

/**
 * Lets the user search by words such as “vegan restaurant” or “Bäckerei”, which match more places than the categories.
 */
function WordsField() {
  const { words } = search.value
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        const typedText = String(new FormData(event.currentTarget).get('words') ?? '').trim()
        if (typedText === '') return
        showMapOnPhone()
        changeSearch({ words: typedText, category: 'all' }, { show: true, isStep: true })
      }}
    >
      <div>
        <label for="nearby-words">What</label>
        <input
          key={words}
          id="nearby-words"
          name="words"
          type="search"
          maxLength={MAX_WORDS_LENGTH}
          placeholder="Bakery, car wash, farmacia…"
          defaultValue={words}
        />
      </div>
      <button type="submit">Find</button>
    </form>
  )
}

/** Returns the next larger radius, or undefined if the radius is already the largest. */
function findLargerRadius(): number | undefined {
  return RADIUS_CHOICES_M.find((radius) => radius > search.value.radiusM)
}

function WidenButton() {
  const { answer, isWaiting } = nearbyRequest.state.value
  const radiusM = findLargerRadius()
  if (answer === undefined || isWaiting || radiusM === undefined || shownPlaces.value.length > 0) return null
  return (
    <button type="button" class="second" onClick={() => changeSearch({ radiusM }, { show: true })}>
      Search within {formatKilometers(radiusM / 1_000)}
    </button>
  )
}

function describeCount(): string {
  const { answer } = nearbyRequest.state.value
  if (answer === undefined) return ''
  const [count, unknownCount] = [shownPlaces.value.length, unknownHoursCount.value]
  const radiusText = `within ${formatKilometers(search.value.radiusM / 1_000)}`
  const description =
    count === 0 ? `None ${radiusText}.` : `${count}${count < MAX_SHOWN_PLACES ? '' : ' nearest'} ${radiusText}`
  return unknownCount === 0 ? description : `${description}; opening hours unknown for ${unknownCount} more`
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
          onClick={() => changeSearch({ category: name, words: '' }, { show: true })}
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
  const radii = RADIUS_CHOICES_M.some((radius) => radius === radiusM)
    ? RADIUS_CHOICES_M
    : [radiusM, ...RADIUS_CHOICES_M]
  return (
    <div class="row search-options">
      <div>
        <label for="nearby-radius">Within</label>
        <select
          id="nearby-radius"
          value={String(radiusM)}
          onChange={(event) => changeSearch({ radiusM: Number(event.currentTarget.value) }, { show: true })}
        >
          {radii.map((radius) => (
            <option key={radius} value={String(radius)}>
              {formatKilometers(radius / 1_000)}
            </option>
          ))}
        </select>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isOpenOnly}
          onChange={(event) => changeSearch({ isOpenOnly: event.currentTarget.checked })}
        />
        Open now
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isByRoad}
          onChange={(event) => changeSearch({ isByRoad: event.currentTarget.checked })}
        />
        By road
      </label>
    </div>
  )
}

/** Fits the results into view, unless the user searched the current view. */
function useFitPlaces(): void {
  const [results, map, isRequested, { isWaiting }] = [
    shownPlaces.value,
    currentMap.value,
    shouldFitView.value,
    nearbyRequest.state.value,
  ]
  useEffect(() => {
    const { at, radiusM } = search.peek()
    if (!isRequested || map === undefined || at === undefined || isWaiting) return
    shouldFitView.value = false
    const positions = results.map((entry): [number, number] => [entry.at[0], entry.at[1]])
    fitPoints(positions.length === 0 ? toCirclePoints(at, radiusM) : [at, ...positions], 16)
  }, [results, map, isRequested, isWaiting])
}
