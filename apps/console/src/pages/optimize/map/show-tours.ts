import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import { currentMap, fitPoints } from '../../../map/current-map.ts'
import type { Point } from '../../../points.ts'
import { tourLines } from '../lines.ts'
import { isOriginalShown } from '../result/original-order-switch.tsx'
import { type Solution, solution, stops } from '../state.ts'

/** Solution that was last fitted into view. Returning to the page does not move the map again. */
let fittedSolution: Solution | undefined

/**
 * Fits the lines of a new solution into view as they load, because the roads may extend far beyond the stops. The map
 * stops adjusting when the user moves it.
 */
export function useFitTours(): void {
  const [currentSolution, lines, map] = [solution.value, tourLines.value, currentMap.value]
  const wasMapMoved = useRef(fittedSolution === currentSolution)
  useEffect(() => {
    // If the map loads later, the effect runs again.
    if (map === undefined) return
    wasMapMoved.current = fittedSolution === currentSolution
    fittedSolution = currentSolution
    const onMoveStart = (event: { readonly originalEvent?: unknown }) => {
      if (event.originalEvent !== undefined) wasMapMoved.current = true
    }
    map.on('movestart', onMoveStart)
    return () => {
      map.off('movestart', onMoveStart)
    }
  }, [currentSolution, map])
  useEffect(() => {
    if (map === undefined || currentSolution === undefined || wasMapMoved.current) return
    const points = lines.flatMap((tourLine) =>
      tourLine.kind === 'tour' || isOriginalShown.peek() ? tourLine.points : [],
    )
    if (!isInView(map, points)) fitPoints([...points, ...stops.peek().map(({ at }) => at)])
  }, [lines, map])
}

function isInView(map: MapLibre, points: readonly Point[]): boolean {
  const bounds = map.getBounds()
  return points.every(([latitude, longitude]) => bounds.contains([longitude, latitude]))
}
