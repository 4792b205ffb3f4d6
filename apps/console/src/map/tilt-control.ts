import type { IControl, Map as MapLibre } from 'maplibre-gl'
import { prefersReducedMotion } from './current-map.ts'

const TILT_DEGREES = 55
const BUILDINGS_ZOOM = 16

/** Zoom level before the map was tilted. */
const flatZooms = new WeakMap<MapLibre, number>()

export function toggleTilt(map: MapLibre): void {
  const isTilted = map.getPitch() === 0
  if (isTilted) flatZooms.set(map, map.getZoom())
  const zoom = isTilted ? Math.max(map.getZoom(), BUILDINGS_ZOOM) : (flatZooms.get(map) ?? map.getZoom())
  const options = { pitch: isTilted ? TILT_DEGREES : 0, bearing: 0, zoom }
  if (prefersReducedMotion()) map.jumpTo(options)
  else map.easeTo(options)
}

/** Tilts the map to show buildings in 3D, and resets the tilt. */
export class TiltControl implements IControl {
  private container: HTMLElement | undefined

  onAdd(map: MapLibre): HTMLElement {
    const container = document.createElement('div')
    container.className = 'maplibregl-ctrl maplibregl-ctrl-group'
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = '3D'
    button.className = 'tilt'
    button.title = 'Tilt the map'
    button.setAttribute('aria-label', '3D: tilt the map')
    button.setAttribute('aria-pressed', 'false')
    button.addEventListener('click', () => toggleTilt(map))
    const update = () => {
      const isTilted = map.getPitch() > 0
      button.setAttribute('aria-pressed', String(isTilted))
      showBuildings(map, isTilted)
    }
    map.on('pitch', update)
    map.on('pitchend', update)
    container.append(button)
    this.container = container
    return container
  }

  onRemove(): void {
    this.container?.remove()
  }
}

function showBuildings(map: MapLibre, isTilted: boolean): void {
  const visibility = isTilted ? 'visible' : 'none'
  if (map.getLayer('buildings-3d') && map.getLayoutProperty('buildings-3d', 'visibility') !== visibility)
    map.setLayoutProperty('buildings-3d', 'visibility', visibility)
}
