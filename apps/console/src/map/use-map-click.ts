import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import { type Point, roundPoint } from '../points.ts'
import { currentMap } from './current-map.ts'

/** Calls `onClick` with the clicked position. Clicks on drawn features are ignored. */
export function useMapClick(onClick: (at: Point) => void): void {
  const map = currentMap.value
  const latestOnClick = useRef(onClick)
  latestOnClick.current = onClick
  useEffect(() => {
    if (map === undefined) return
    const listener = (event: MapMouseEvent) => {
      if (event.defaultPrevented) return
      const { lat, lng } = event.lngLat.wrap()
      latestOnClick.current(roundPoint([lat, lng]))
    }
    map.on('click', listener)
    return () => {
      map.off('click', listener)
    }
  }, [map])
}
