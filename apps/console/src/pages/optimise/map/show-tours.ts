import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import { showAll, theMap } from '../../../map/the-map.ts'
import type { Point } from '../../../points.ts'
import { lines } from '../lines.ts'
import { isGivenShown } from '../result/given-switch.tsx'
import { type Solved, solved, stops } from '../state.ts'

/** The reply that the map was last moved for. Returning to the page leaves the map where it was. */
let shownFor: Solved | undefined

/**
 * Fits the lines of a new reply into view as they arrive, because roads between two stops may lead far around them. It
 * stops when the user moves the map.
 */
export function useShowTours(): void {
  const [answer, drawn, map] = [solved.value, lines.value, theMap.value]
  const isMoved = useRef(shownFor === answer)
  useEffect(() => {
    // Without a map there is nothing to show yet. A map that loads later still has to be moved.
    if (map === undefined) return
    isMoved.current = shownFor === answer
    shownFor = answer
    const notice = (event: { readonly originalEvent?: unknown }) => {
      if (event.originalEvent !== undefined) isMoved.current = true
    }
    map.on('movestart', notice)
    return () => {
      map.off('movestart', notice)
    }
  }, [answer, map])
  useEffect(() => {
    if (map === undefined || answer === undefined || isMoved.current) return
    const points = drawn.flatMap((line) => (line.kind === 'tour' || isGivenShown.peek() ? line.points : []))
    if (!isInView(map, points)) showAll([...points, ...stops.peek().map(({ at }) => at)])
  }, [drawn, map])
}

function isInView(map: MapLibre, points: readonly Point[]): boolean {
  const bounds = map.getBounds()
  return points.every(([latitude, longitude]) => bounds.contains([longitude, latitude]))
}
