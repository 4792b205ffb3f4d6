import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import { currentMap, fitPoints } from '../../../map/current-map.ts'
import type { Point } from '../../../points.ts'
import { tourLines } from '../lines.ts'
import { isOriginalShown } from '../result/given-switch.tsx'
import { type Solution, solution, stops } from '../state.ts'

/** The reply for which the map was last moved. Returning to the page leaves the map where it was. */
let fittedSolution: Solution | undefined

/**
 * Fits the lines of a new reply into view as they arrive, because roads between two stops may lead far around them. It
 * stops when the user moves the map.
 */
export function useFitTours(): void {
  const [currentSolution, lines, map] = [solution.value, tourLines.value, currentMap.value]
  const wasMapMoved = useRef(fittedSolution === currentSolution)
  useEffect(() => {
    // Without a map there is nothing to show yet. A map that loads later still has to be moved.
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
