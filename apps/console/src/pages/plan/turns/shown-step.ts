import { computed, effect, signal } from '@preact/signals'
import type { CameraOptions } from 'maplibre-gl'
import { currentMap, fitPoints, prefersReducedMotion } from '../../../map/current-map.ts'
import { selectedRoute } from '../draft-state.ts'
import { toTurnGeometry } from './turn-geometry.ts'

/** Index of the step that the map shows. Undefined while the map shows the route. */
export const shownStepIndex = signal<number | undefined>(undefined)

export const shownStep = computed(() =>
  shownStepIndex.value === undefined ? undefined : selectedRoute.value?.steps[shownStepIndex.value],
)

export const shownTurn = computed(() => {
  const [route, step] = [selectedRoute.value, shownStep.value]
  // A ship turns over kilometers, so an arrow of a few meters means nothing.
  return route === undefined || step === undefined || route.mode === 'maritime'
    ? undefined
    : toTurnGeometry(route, step)
})

const PITCH_DEGREES = 60
/** Zoom level at which a junction and its buildings fill the map. */
const STREET_ZOOM = 17.6
/** Zoom level of a flight, which turns more gently than a road. */
const FLIGHT_ZOOM = 16
const FLIGHT_MS = 1_200
/** Distance of the turn below the center of the map, in pixels, so that more of the road ahead is visible. */
const AHEAD_PIXELS = 70

/** Camera before the first step was shown. */
let overview: CameraOptions | undefined

/** Shows a step. On a road or in the air, the map tilts and looks in the direction of travel. */
export function showStep(index: number): void {
  const map = currentMap.peek()
  const route = selectedRoute.peek()
  const step = route?.steps[index]
  if (route === undefined || step === undefined) return
  if (shownStepIndex.peek() === undefined && map !== undefined)
    overview = { center: map.getCenter(), zoom: map.getZoom(), pitch: map.getPitch(), bearing: map.getBearing() }
  shownStepIndex.value = index
  const turn = shownTurn.peek()
  if (turn === undefined) {
    const line = step.range === undefined ? [] : route.points.slice(step.range[0], step.range[1] + 1)
    fitPoints([step.at, ...line], STREET_ZOOM)
    return
  }
  const zoom = route.mode === 'drone' ? FLIGHT_ZOOM : STREET_ZOOM
  const center: [number, number] = [turn.at[1], turn.at[0]]
  map?.flyTo({
    center,
    zoom,
    bearing: turn.bearing,
    pitch: PITCH_DEGREES,
    offset: [0, AHEAD_PIXELS],
    duration: prefersReducedMotion() ? 0 : FLIGHT_MS,
  })
}

export function showNextStep(by: 1 | -1): void {
  const index = shownStepIndex.peek()
  if (index !== undefined) showStep(index + by)
}

/** Returns to the view before the first step. */
export function closeSteps(): void {
  if (shownStepIndex.peek() === undefined) return
  shownStepIndex.value = undefined
  if (overview !== undefined)
    currentMap.peek()?.easeTo({ ...overview, duration: prefersReducedMotion() ? 0 : FLIGHT_MS / 2 })
  overview = undefined
}

// Another route has other steps.
let previousRoute = selectedRoute.peek()
effect(() => {
  const route = selectedRoute.value
  if (route === previousRoute) return
  previousRoute = route
  closeSteps()
})
