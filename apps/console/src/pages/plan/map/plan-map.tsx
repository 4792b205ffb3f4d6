import { useEffect } from 'preact/hooks'
import { currentMap, fitPoints } from '../../../map/current-map.ts'
import { AreasOnMap } from '../areas/areas-on-map.tsx'
import { draft, findStopPosition, routeRequest, selectedRoute, shouldFitView } from '../draft-state.ts'
import { isComplete } from '../plan.ts'
import { HighlightedStep } from '../result/step-list.tsx'
import { ExampleOnMap } from '../start/example-on-map.tsx'
import { TurnView } from '../turns/turn-view.tsx'
import { ChargingStops } from './charging-stops.tsx'
import { useDragLine } from './drag-line.ts'
import { Legend } from './legend.tsx'
import { MapClicks } from './map-clicks.tsx'
import { Pins } from './pins.tsx'
import { RouteLabels } from './route-labels.tsx'
import { RouteLines } from './route-lines.tsx'

/** Draws everything on the map, from the lowest layer to the highest. */
export function PlanMap() {
  useDragLine()
  useFitRoute()
  useShowFirstStop()
  return (
    <>
      <ExampleOnMap />
      <RouteLines />
      <HighlightedStep />
      <TurnView />
      <RouteLabels />
      <AreasOnMap />
      <ChargingStops />
      <Pins />
      <MapClicks />
      <Legend />
    </>
  )
}

/** Fits a route into view if its stops were entered by name. Stops placed on the map are already visible. */
function useFitRoute(): void {
  const [route, map, isRequested, { failure, isWaiting }] = [
    selectedRoute.value,
    currentMap.value,
    shouldFitView.value,
    routeRequest.state.value,
  ]
  useEffect(() => {
    // Until the reply arrives, the route is that of the previous request.
    if (isWaiting || (route === undefined && failure === undefined) || map === undefined || !isRequested) return
    shouldFitView.value = false
    // If there is no route, show at least its origin and destination, because the cause may be visible on the map.
    fitPoints(
      route?.points ??
        draft
          .peek()
          .stops.map(findStopPosition)
          .filter((position) => position !== undefined),
    )
  }, [route, map, isRequested, failure, isWaiting])
}

/** Zoom level at which the surroundings of a place are recognizable. */
const PLACE_ZOOM = 14

/**
 * Moves the map to the first stop that the user entered by name if that stop is out of view. An incomplete request has
 * no route to fit into view.
 */
function useShowFirstStop(): void {
  const [map, isRequested, { stops }] = [currentMap.value, shouldFitView.value, draft.value]
  const position = isComplete(draft.value) ? undefined : stops.find(({ at }) => at !== undefined)?.at
  useEffect(() => {
    if (map === undefined || !isRequested || position === undefined) return
    if (!map.getBounds().contains([position[1], position[0]])) fitPoints([position], PLACE_ZOOM)
  }, [map, isRequested, position?.join()])
}
