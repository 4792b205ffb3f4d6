import { flatDistanceMeters } from '@fairway/geo'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { currentMap } from '../../map/current-map.ts'
import { changeSearch, findMapCenter, search } from './state.ts'

/** Fraction of the view by which the map must move before the list no longer matches the view. */
const MIN_MOVED_FRACTION = 0.5

/** Offers a new search when the user has moved the map away from the search area. */
export function SearchHere() {
  const map = currentMap.value
  const hasMoved = useSignal(false)
  const { at, category, radiusM } = search.value
  useEffect(() => {
    if (map === undefined) return
    const checkMoved = () => {
      const mapCenter = findMapCenter()
      hasMoved.value =
        at !== undefined &&
        mapCenter !== undefined &&
        flatDistanceMeters(at[0], at[1], mapCenter[0], mapCenter[1]) > radiusM * MIN_MOVED_FRACTION &&
        !map.getBounds().contains([at[1], at[0]])
    }
    checkMoved()
    map.on('moveend', checkMoved)
    return () => {
      map.off('moveend', checkMoved)
    }
  }, [map, at, radiusM])
  if (!hasMoved.value || category === '') return null
  return (
    <button
      type="button"
      class="search-here"
      onClick={() => {
        const middle = findMapCenter()
        if (middle !== undefined) changeSearch({ at: middle, isPinned: false, label: '' })
      }}
    >
      Search this area
    </button>
  )
}
