import { signal } from '@preact/signals'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'preact/hooks'
import { type DataLayer, MapData } from '../../../map/map-data.ts'
import { showAll } from '../../../map/the-map.ts'
import { type Point, toGeoJson } from '../../../points.ts'
import { chosen } from '../plan-state.ts'
import { turnSign, type WayStep } from '../steps.ts'
import { StepIcon } from './step-icon.tsx'

/** The element under the pointer in the list or plot, shown on the map. */
export const pointedAt = signal<{ readonly at: Point; readonly line: readonly Point[] } | undefined>(undefined)

export function StepList() {
  const way = chosen.value
  if (way === undefined || way.steps.length === 0) return null
  const lineOf = ({ range }: WayStep) => (range === undefined ? [] : way.points.slice(range[0], range[1] + 1))
  const point = (step: WayStep) => {
    pointedAt.value = { at: step.at, line: lineOf(step) }
  }
  const rest = () => {
    pointedAt.value = undefined
  }
  return (
    <>
      <h2>Steps</h2>
      <ol class="steps">
        {way.steps.map((step, index) => (
          <li key={`${index}-${step.text}`}>
            <button
              type="button"
              class="quiet step"
              onMouseEnter={() => point(step)}
              onMouseLeave={rest}
              onFocus={() => point(step)}
              onBlur={rest}
              onClick={() => {
                point(step)
                showAll([step.at, ...lineOf(step)], 17)
              }}
            >
              <StepIcon sign={step.sign} />
              <span>
                {step.text}
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

function Lanes({ lanes }: { readonly lanes: NonNullable<WayStep['lanes']> }) {
  const good = lanes.flatMap(({ valid }, index) => (valid ? [index + 1] : []))
  return (
    <span class="lanes" role="img" aria-label={`Lanes ${good.join(', ')} of ${lanes.length} from the left`}>
      {lanes.map(({ valid, indications }, index) => (
        <span key={index} class={valid ? 'lane good' : 'lane'}>
          <StepIcon sign={turnSign(indications[0] ?? 'straight')} size={16} />
        </span>
      ))}
    </span>
  )
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

export function PointedAt() {
  const pointed = pointedAt.value
  const data = useMemo(() => toFeatures(pointed), [pointed])
  return <MapData id="pointed" data={data} layers={layers} />
}

function toFeatures(pointed: typeof pointedAt.value): FeatureCollection {
  if (pointed === undefined) return { type: 'FeatureCollection', features: [] }
  const [coordinates = [0, 0]] = toGeoJson([pointed.at])
  const line = toGeoJson(pointed.line)
  return {
    type: 'FeatureCollection',
    features: [
      ...(line.length < 2
        ? []
        : [{ type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates: line } }]),
      { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } },
    ],
  }
}
