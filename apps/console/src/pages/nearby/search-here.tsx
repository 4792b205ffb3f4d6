import { flatDistanceMeters } from '@fairway/geo'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { theMap } from '../../map/the-map.ts'
import { change, middleOfMap, search } from './state.ts'

/** The share of the view by which the map must move before the list no longer matches the view. */
const FAR = 0.5

/** Offered when the user has moved the map away from the search area. */
export function SearchHere() {
  const map = theMap.value
  const isAway = useSignal(false)
  const { at, category, radiusM } = search.value
  useEffect(() => {
    if (map === undefined) return
    const look = () => {
      const middle = middleOfMap()
      isAway.value =
        at !== undefined &&
        middle !== undefined &&
        flatDistanceMeters(at[0], at[1], middle[0], middle[1]) > radiusM * FAR &&
        !map.getBounds().contains([at[1], at[0]])
    }
    look()
    map.on('moveend', look)
    return () => {
      map.off('moveend', look)
    }
  }, [map, at, radiusM])
  if (!isAway.value || category === '') return null
  return (
    <button
      type="button"
      class="search-here"
      onClick={() => {
        const middle = middleOfMap()
        if (middle !== undefined) change({ at: middle, isPinned: false, label: '' })
      }}
    >
      Search this area
    </button>
  )
}
