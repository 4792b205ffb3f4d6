import { Marker } from 'maplibre-gl'
import { useEffect } from 'preact/hooks'
import { currentMap } from '../../../map/current-map.ts'
import { formatMinutes } from '../../../ui/format.ts'
import type { DisplayRoute } from '../display-routes.ts'
import { routes, selectedRoute, selectRoute } from '../draft-state.ts'
import { findLabelPoint } from './label-point.ts'

/**
 * Shows the duration of each route on its line. The keyboard skips these buttons because the cards have the same
 * buttons.
 */
export function RouteLabels() {
  const allRoutes = routes.value
  if (allRoutes.length < 2) return null
  return (
    <>
      {allRoutes.map((route, index) => (
        <RouteLabel key={`${index}-${route.title}`} route={route} index={index} all={allRoutes} />
      ))}
    </>
  )
}

interface RouteLabelProps {
  readonly route: DisplayRoute
  readonly index: number
  readonly all: readonly DisplayRoute[]
}

function RouteLabel({ route, index, all }: RouteLabelProps): null {
  const map = currentMap.value
  const isSelected = route === selectedRoute.value
  useEffect(() => {
    const otherLines = all.filter((other) => other !== route).map(({ points }) => points)
    const point = findLabelPoint(route.points, otherLines)
    if (map === undefined || point === undefined) return
    const element = document.createElement('div')
    element.className = isSelected ? 'route-label chosen' : 'route-label'
    element.textContent = formatMinutes(route.etaMin)
    element.setAttribute('aria-hidden', 'true')
    element.addEventListener('click', (event) => {
      event.stopPropagation()
      selectRoute(index)
    })
    const marker = new Marker({ element, anchor: 'bottom', offset: [0, -6] }).setLngLat([point[1], point[0]]).addTo(map)
    // MapLibre makes markers with a label focusable.
    element.removeAttribute('tabindex')
    element.removeAttribute('role')
    return () => {
      marker.remove()
    }
  }, [map, route, isSelected])
  return null
}
