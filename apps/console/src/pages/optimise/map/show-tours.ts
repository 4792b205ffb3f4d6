import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import { showAll, theMap } from '../../../map/the-map.ts'
import type { Point } from '../../../points.ts'
import { lines } from '../lines.ts'
import { isGivenShown } from '../result/given-switch.tsx'
import { type Solved, solved, stops } from '../state.ts'

/** The answer that the map was last moved for: who comes back to the page finds the map where it was left. */
let shownFor: Solved | undefined

/**
 * Roads between two stops may lead far around them: brings into view what is drawn of a new answer, as it comes, unless
 * somebody has moved the map since.
 */
export function useShowTours(): void {
  const [answer, drawn, map] = [solved.value, lines.value, theMap.value]
  const isMoved = useRef(shownFor === answer)
  useEffect(() => {
    // Where there is no map yet, nothing is shown: one that comes late is still to be moved.
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
