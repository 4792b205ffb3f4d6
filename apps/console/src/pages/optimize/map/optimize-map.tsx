import { useEffect } from 'preact/hooks'
import { currentMap, fitPoints } from '../../../map/current-map.ts'
import { useMapClick } from '../../../map/use-map-click.ts'
import { followSolution } from '../lines.ts'
import { addStops, shouldFitView, stops } from '../state.ts'
import { useFitTours } from './show-tours.ts'
import { TourMap } from './tour-map.tsx'

/** Shows the tours and stops on the map. A click on the map adds a stop. */
export function OptimizeMap() {
  useEffect(followSolution, [])
  useMapClick((position) => addStops([{ at: position, label: '' }]))
  useFitStops()
  useFitTours()
  return <TourMap />
}

/** Fits new stops into view. Stops that the user clicked on the map are already visible. */
function useFitStops(): void {
  const [allStops, map, isRequested] = [stops.value, currentMap.value, shouldFitView.value]
  useEffect(() => {
    if (!isRequested || map === undefined || allStops.length === 0) return
    shouldFitView.value = false
    fitPoints(allStops.map(({ at }) => at))
  }, [allStops, map, isRequested])
}
