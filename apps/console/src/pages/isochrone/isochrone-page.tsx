import { useEffect } from 'preact/hooks'
import { currentMap } from '../../map/current-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { roundPoint } from '../../points.ts'
import { pageLocation } from '../../state/page-location.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { ADDRESS_OR_MAP, SearchBox } from '../../ui/search-box.tsx'
import { showMapOnPhone } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../../style/entry.css'
import '../../style/isochrone.css'
import { Controls } from './controls.tsx'
import { highlightedContour } from './highlight.ts'
import { IsochroneFailure } from './isochrone-failure.tsx'
import { IsochroneMap } from './isochrone-map.tsx'
import { Legend } from './legend.tsx'
import { OriginList } from './origin-list.tsx'
import { addOrigin, isochroneRequest, openFromUrl, origins } from './state.ts'

/** Shows how far you can travel from one or more points. */
export default function IsochronePage() {
  useEffect(openFromUrl, [pageLocation.value])
  useEffect(
    () => () => {
      highlightedContour.value = undefined
    },
    [],
  )
  useMapClick((point) => addOrigin({ at: point, label: '' }))
  const requestState = isochroneRequest.state.value
  const { answer, call, isWaiting, failure } = requestState
  return (
    <div class="isochrone" aria-busy={isWaiting}>
      <h1>Isochrones</h1>
      <SearchBox
        label={origins.value.length === 0 ? 'Point' : 'Add a point'}
        value=""
        placeholder={ADDRESS_OR_MAP}
        onPick={(place) => {
          showMapOnPhone()
          addOrigin(place, { fitView: true })
        }}
      />
      <OriginList />
      {origins.value.length === 0 && <Start />}
      <Controls />
      <IsochroneFailure />
      {answer === undefined && isWaiting && <Skeleton text="Computing…" />}
      {answer !== undefined && failure === undefined && <Legend result={answer} />}
      <CopyCall call={answer === undefined ? undefined : call} />
      <IsochroneMap />
    </div>
  )
}

/** Lets new users get a result with one click. */
function Start() {
  const map = currentMap.value
  const useCenter = () => {
    const center = map?.getCenter().wrap()
    if (center !== undefined) addOrigin({ at: roundPoint([center.lat, center.lng]), label: '' }, { fitView: true })
  }
  return (
    <div class="card isochrone-start">
      <p>
        Shows every place you can reach within a given time or distance. Choose a point on the map, or search for a
        place.
      </p>
      <button type="button" disabled={map === undefined} onClick={useCenter}>
        Start from the map center
      </button>
    </div>
  )
}
