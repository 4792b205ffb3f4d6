import { useEffect } from 'preact/hooks'
import { describeFailure, findBlamedIndexes } from '../../entry/failure-text.ts'
import { removeStop } from '../../entry/stops.ts'
import { currentMap } from '../../map/current-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { formatPoint, roundPoint } from '../../points.ts'
import type { RequestState } from '../../state/api-request.ts'
import { CallError } from '../../state/calls.ts'
import { pageLocation } from '../../state/page-location.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { showMapOnPhone } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../../style/entry.css'
import '../../style/isochrone.css'
import { Controls } from './controls.tsx'
import { highlightedContour } from './highlight.ts'
import { IsochroneMap } from './isochrone-map.tsx'
import { Legend } from './legend.tsx'
import { addOrigin, changeOrigins, isochroneRequest, openFromUrl, origins } from './state.ts'

/** How far one gets from one or several points. */
export default function IsochronePage() {
  useEffect(openFromUrl, [pageLocation.value])
  useEffect(
    () => () => {
      highlightedContour.value = undefined
    },
    [],
  )
  useMapClick((at) => addOrigin({ at, label: '' }))
  const requestState = isochroneRequest.state.value
  const { answer, call, isWaiting, failure } = requestState
  return (
    <div class="isochrone" aria-busy={isWaiting}>
      <h1>Isochrones</h1>
      <SearchBox
        label={origins.value.length === 0 ? 'Point' : 'Add a point'}
        value=""
        placeholder="Address, place, or click on the map"
        onPick={(place) => {
          showMapOnPhone()
          addOrigin(place, { fitView: true })
        }}
      />
      <OriginList />
      {origins.value.length === 0 && <Start />}
      <Controls />
      <RequestFailure requestState={describeOrigins(requestState)} />
      {answer === undefined && isWaiting && <Skeleton text="Computing …" />}
      {answer !== undefined && failure === undefined && <Legend result={answer} />}
      <CopyCall call={answer === undefined ? undefined : call} />
      <IsochroneMap />
    </div>
  )
}

/** The first result needs one press. */
function Start() {
  const map = currentMap.value
  const useCenter = () => {
    const center = map?.getCenter().wrap()
    if (center !== undefined) addOrigin({ at: roundPoint([center.lat, center.lng]), label: '' }, { fitView: true })
  }
  return (
    <div class="card isochrone-start">
      <p>Shows everywhere you can get within a time or distance. Click on the map, or search for a place.</p>
      <button type="button" disabled={map === undefined} onClick={useCenter}>
        Start from the map center
      </button>
    </div>
  )
}

function OriginList() {
  const blamedIndexes = findBlamedIndexes(toPointFields(isochroneRequest.state.value))
  if (origins.value.length === 0) return null
  return (
    <ol class="stop-rows" aria-label="Points">
      {origins.value.map(({ key, at, label }, index) => (
        <li key={key} class={blamedIndexes.has(index) ? 'blamed' : ''}>
          <div class="stop-line">
            <span class="stop-number origin-number" aria-hidden="true">
              {index + 1}
            </span>
            <span class="origin-name">{label || formatPoint(at)}</span>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove point ${index + 1}`}
              onClick={() => changeOrigins(removeStop(origins.value, key), { pushHistory: true })}
            >
              ×
            </button>
          </div>
        </li>
      ))}
    </ol>
  )
}

function describeOrigins(requestState: RequestState<unknown>): RequestState<unknown> {
  return describeFailure(toPointFields(requestState), origins.value, 'point')
}

/** The service calls the points `from`. */
function toPointFields<T>(requestState: RequestState<T>): RequestState<T> {
  const { failure } = requestState
  if (failure === undefined) return requestState
  const message = failure.message.replace(
    /^(?:from|The start)(?:\[(\d+)\])?(?= )/,
    (_, index) => `points[${index ?? 0}]`,
  )
  return { ...requestState, failure: new CallError(failure.status, message, failure.retryAfterS) }
}
