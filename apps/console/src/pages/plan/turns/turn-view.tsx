import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'preact/hooks'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { takesText } from '../../../nav/shortcuts.ts'
import { toGeoJson } from '../../../points.ts'
import '../../../style/turn-view.css'
import { drawnCorners } from '../areas/drawing.ts'
import { selectedRoute } from '../draft-state.ts'
import { Icon, StepIcon } from '../result/step-icon.tsx'
import { closeSteps, showNextStep, shownStep, shownStepIndex, shownTurn } from './shown-step.ts'
import type { TurnGeometry } from './turn-geometry.ts'

const roundLineLayout = { 'line-cap': 'round', 'line-join': 'round' } as const
const [EDGE_COLOR, ARROW_COLOR] = ['#172554', '#ffffff']

const layers: readonly DataLayer[] = [
  { id: 'edge', type: 'line', layout: roundLineLayout, paint: { 'line-color': EDGE_COLOR, 'line-width': 15 } },
  {
    id: 'line',
    type: 'line',
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: roundLineLayout,
    paint: { 'line-color': ARROW_COLOR, 'line-width': 9 },
  },
  {
    id: 'head',
    type: 'fill',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': ARROW_COLOR },
  },
]

/** Shows one step of the route: the arrow of its turn, its instruction, and buttons for the other steps. */
export function TurnView() {
  const [index, step, turn] = [shownStepIndex.value, shownStep.value, shownTurn.value]
  const data = useMemo(() => toFeatures(turn), [turn])
  const isOpen = step !== undefined
  useEffect(() => (isOpen ? listenToKeys() : undefined), [isOpen])
  useEffect(() => closeSteps, [])
  return (
    <>
      {turn !== undefined && <MapData id="turn" data={data} layers={layers} />}
      {index !== undefined && step !== undefined && <TurnBar index={index} />}
    </>
  )
}

function TurnBar({ index }: { readonly index: number }) {
  const step = shownStep.value
  const count = selectedRoute.value?.steps.length ?? 0
  if (step === undefined) return null
  return (
    <section class="turn-bar" aria-label={`Step ${index + 1} of ${count}`}>
      <StepIcon icon={step.icon} size={34} />
      <p role="status">
        <strong>{step.instruction}</strong>
        <small>{[`${index + 1} of ${count}`, step.detail].filter((part) => part !== '').join(' · ')}</small>
      </p>
      <button
        type="button"
        class="quiet"
        aria-label="Previous step"
        title="Previous step (←)"
        disabled={index === 0}
        onClick={() => showNextStep(-1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Next step"
        title="Next step (→)"
        disabled={index + 1 >= count}
        onClick={() => showNextStep(1)}
      >
        <Icon name="forward" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Back to the route"
        title="Back to the route (Esc)"
        onClick={leaveBar}
      >
        <Icon name="close" />
      </button>
    </section>
  )
}

function leaveBar(): void {
  // Without this call, keyboard users would have to start again at the top of the page.
  if (document.activeElement?.closest('.turn-bar')) document.querySelector<HTMLElement>('.step[aria-current]')?.focus()
  closeSteps()
}

/** Elements that use the arrow keys themselves. */
const ARROW_KEY_USERS = '.marker, [role="tab"], [role="option"], [role="slider"], input, .sheet-handle'

function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (target instanceof Element && (takesText(target) || target.matches(ARROW_KEY_USERS))) return
    if (document.querySelector('dialog[open], .maplibregl-popup') !== null || drawnCorners.peek() !== undefined) return
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[key]
    if (by !== undefined) showNextStep(by)
    else if (key === 'Escape') leaveBar()
    else return
    // Without these calls, the map would also pan.
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKeyDown, true)
  return () => window.removeEventListener('keydown', onKeyDown, true)
}

function toFeatures(turn: TurnGeometry | undefined): FeatureCollection {
  if (turn === undefined || turn.line.length < 2) return { type: 'FeatureCollection', features: [] }
  const head = toGeoJson(turn.head)
  return {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: toGeoJson(turn.line) } },
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [[...head, ...head.slice(0, 1)]] },
      },
    ],
  }
}
