import { signal } from '@preact/signals'
import type { Map as MapLibre } from 'maplibre-gl'
import type { Point } from '../points.ts'

/** Map of the page, set when its style has loaded. Pages draw on this map while they are open. */
export const currentMap = signal<MapLibre | undefined>(undefined)

/** Moves the map so that all points are visible. */
export function fitPoints(points: readonly Point[], maxZoom = 15): void {
  const map = currentMap.value
  if (map === undefined || points.length === 0) return
  let [south, west] = points[0] as Point
  let [north, east] = [south, west]
  for (const [latitude, longitude] of points) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  // The buttons of the map are at its right edge, and a pin must not be behind them.
  const padding = { top: 56, bottom: 56, left: 56, right: 80 }
  map.fitBounds([west, south, east, north], { padding, maxZoom, duration: prefersReducedMotion() ? 0 : 500 })
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
