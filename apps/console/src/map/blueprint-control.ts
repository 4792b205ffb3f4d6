import type { IControl } from 'maplibre-gl'
import { isBlueprint } from './map-style.ts'

const ICON_PATH = 'M4 5h16v14H4zM4 10h16M10 5v14M14 14h3'

/** Switches between the normal map style and the blueprint style. */
export class BlueprintControl implements IControl {
  private container: HTMLElement | undefined
  private unsubscribe = () => {}

  onAdd(): HTMLElement {
    const container = document.createElement('div')
    container.className = 'maplibregl-ctrl maplibregl-ctrl-group'
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'blueprint'
    button.title = 'Blueprint'
    button.setAttribute('aria-label', 'Blueprint')
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    for (const [name, value] of Object.entries({
      width: '18',
      height: '18',
      viewBox: '0 0 24 24',
      'aria-hidden': 'true',
    }))
      svg.setAttribute(name, value)
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', ICON_PATH)
    svg.append(path)
    button.append(svg)
    button.addEventListener('click', () => {
      isBlueprint.value = !isBlueprint.peek()
    })
    this.unsubscribe = isBlueprint.subscribe((isPressed) => button.setAttribute('aria-pressed', String(isPressed)))
    container.append(button)
    this.container = container
    return container
  }

  onRemove(): void {
    this.unsubscribe()
    this.container?.remove()
  }
}
