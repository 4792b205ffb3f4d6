import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { currentMap } from './current-map.ts'
import { ruleLayers } from './style.ts'

/** Whether zones and corridors are visible on the map. The credits mention corridors only while this signal is true. */
export const isAirShown = signal(false)

/** Shows the layers of one travel mode while the component is mounted. */
export function useLayers(kind: keyof typeof ruleLayers, isShown: boolean): void {
  const map = currentMap.value
  useEffect(() => {
    if (map === undefined) return
    const setVisibility = (visibility: 'visible' | 'none') => {
      if (kind === 'air') isAirShown.value = visibility === 'visible'
      for (const id of ruleLayers[kind]) if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', visibility)
    }
    setVisibility(isShown ? 'visible' : 'none')
    return () => setVisibility('none')
  }, [map, kind, isShown])
}
