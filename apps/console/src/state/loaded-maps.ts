import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callApi } from './calls.ts'

export interface LoadedRegion {
  readonly name: string
  /** Bounds in degrees: west, south, east, north. */
  readonly bounds: readonly [number, number, number, number]
}

interface LoadedMaps {
  readonly regions: readonly LoadedRegion[]
  readonly has_traffic: boolean
}

/** Maps that the service has loaded. Undefined until the first reply. */
export const loadedMaps = signal<LoadedMaps | undefined>(undefined)

export async function refreshLoadedMaps(): Promise<LoadedMaps | undefined> {
  const reply = await callApi<LoadedMaps>({ method: 'GET', path: '/tiles/map.json' }).catch(() => undefined)
  // Keeping the old object avoids redrawing all components that depend on the maps.
  if (reply !== undefined && toKey(reply) !== toKey(loadedMaps.peek())) loadedMaps.value = reply
  return loadedMaps.peek()
}

function toKey(maps: LoadedMaps | undefined): string {
  return JSON.stringify([maps?.has_traffic, maps?.regions])
}

/**
 * Polls for the loaded maps while the component is mounted, because maps and traffic can be added to a running service.
 */
export function useLoadedMaps(everyMs: number): void {
  useEffect(() => {
    void refreshLoadedMaps()
    const timer = setInterval(() => void refreshLoadedMaps(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}

/** Returns the last part of the path as a title: `south-america/uruguay_montevideo` becomes “Uruguay montevideo”. */
export function toRegionTitle(name: string): string {
  const lastPart = (name.split('/').at(-1) ?? name).replaceAll(/[_-]+/g, ' ').trim()
  return lastPart.charAt(0).toUpperCase() + lastPart.slice(1)
}
