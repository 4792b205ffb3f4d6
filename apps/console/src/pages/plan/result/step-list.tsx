import { signal } from '@preact/signals'
import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { type Point, toGeoJson } from '../../../points.ts'
import { showMapOnPhone } from '../../../ui/sheet.tsx'
import { selectedRoute } from '../draft-state.ts'
import { type DisplayStep, toTurnIcon } from '../steps.ts'
import { shownStepIndex, showStep } from '../turns/shown-step.ts'
import { StepIcon } from './step-icon.tsx'

/** Step, or position on a plot, that the pointer is on and the map highlights. */
export const highlightedStep = signal<{ readonly at: Point; readonly line: readonly Point[] } | undefined>(undefined)

export function StepList() {
  const route = selectedRoute.value
  const list = useScrollToShownStep()
  if (route === undefined || route.steps.length === 0) return null
  const toStepLine = ({ range }: DisplayStep) => (range === undefined ? [] : route.points.slice(range[0], range[1] + 1))
  const point = (step: DisplayStep) => {
    highlightedStep.value = { at: step.at, line: toStepLine(step) }
  }
  const clearHighlight = () => {
    highlightedStep.value = undefined
  }
  const shownIndex = shownStepIndex.value
  return (
    <>
      <h2>Steps</h2>
      <ol class="steps" ref={list}>
        {route.steps.map((step, index) => (
          <li key={`${index}-${step.instruction}`}>
            <button
              type="button"
              class="quiet step"
              onMouseEnter={() => point(step)}
              onMouseLeave={clearHighlight}
              onFocus={() => point(step)}
              onBlur={clearHighlight}
              {...(index === shownIndex ? { 'aria-current': 'step' as const } : {})}
              onClick={() => {
                // The arrow of the turn replaces the highlight.
                clearHighlight()
                showMapOnPhone()
                showStep(index)
              }}
            >
              <StepIcon icon={step.icon} />
              <span>
                {step.instruction}
                {step.lanes !== undefined && <Lanes lanes={step.lanes} />}
                {step.detail !== '' && <small>{step.detail}</small>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Keeps the step that the map shows visible in the list. */
function useScrollToShownStep() {
  const list = useRef<HTMLOListElement>(null)
  const index = shownStepIndex.value
  useEffect(() => {
    if (index !== undefined) list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index])
  return list
}

function Lanes({ lanes }: { readonly lanes: NonNullable<DisplayStep['lanes']> }) {
  return (
    <span class="lanes" role="img" aria-label={describeLanes(lanes)}>
      {lanes.map(({ valid, indications }, index) => (
        <span key={index} class={valid ? 'lane good' : 'lane'}>
          <StepIcon icon={toTurnIcon(indications[0] ?? 'straight')} size={16} />
        </span>
      ))}
    </span>
  )
}

function describeLanes(lanes: NonNullable<DisplayStep['lanes']>): string {
  const validLanes = lanes.flatMap(({ valid }, index) => (valid ? [index + 1] : []))
  if (validLanes.length === 0) return lanes.length === 1 ? '1 lane' : `${lanes.length} lanes`
  const last = validLanes.at(-1)
  const names = validLanes.length === 1 ? `lane ${last}` : `lanes ${validLanes.slice(0, -1).join(', ')} and ${last}`
  return `Use ${names} of ${lanes.length}, counted from the left`
}

const layers: readonly DataLayer[] = [
  {
    id: 'line',
    type: 'line',
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': '#facc15', 'line-width': 5 },
  },
  {
    id: 'spot',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 7,
      'circle-color': '#facc15',
      'circle-stroke-color': '#1a2027',
      'circle-stroke-width': 2,
    },
  },
]

export function HighlightedStep() {
  const currentHighlight = highlightedStep.value
  const data = useMemo(() => toFeatures(currentHighlight), [currentHighlight])
  return <MapData id="pointed" data={data} layers={layers} />
}

function toFeatures(pointed: typeof highlightedStep.value): FeatureCollection {
  if (pointed === undefined) return { type: 'FeatureCollection', features: [] }
  const [coordinates = [0, 0]] = toGeoJson([pointed.at])
  const lineCoordinates = toGeoJson(pointed.line)
  return {
    type: 'FeatureCollection',
    features: [
      ...(lineCoordinates.length < 2
        ? []
        : [
            {
              type: 'Feature' as const,
              properties: {},
              geometry: { type: 'LineString' as const, coordinates: lineCoordinates },
            },
          ]),
      { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } },
    ],
  }
}
