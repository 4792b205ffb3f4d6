import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { failureInWords } from '../../entry/in-words.ts'
import { PasteBox } from '../../entry/paste-box.tsx'
import { showAll, theMap } from '../../map/the-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { place } from '../../state/place-in-url.ts'
import { CopyCall, copy } from '../../ui/copy-call.tsx'
import { Failure } from '../../ui/failure.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import '../../style/entry.css'
import '../../style/matrix.css'
import { writeCsv } from '../../entry/csv.ts'
import { gradient, heatOf } from './heat.ts'
import { HeatTable, nameAt, tableOf, valueText } from './heat-table.tsx'
import type { Metric } from './in-url.ts'
import { MatrixMap } from './matrix-map.tsx'
import { PointList } from './point-list.tsx'
import { pointed } from './pointed.ts'
import {
  type Answered,
  addPoints,
  answered,
  asking,
  changeMetric,
  isToBeShown,
  metric,
  openFromUrl,
  points,
} from './state.ts'

const EXAMPLE = '-34.9059, -56.1913\n-34.8941, -56.1527\n18 de Julio 1234, Montevideo'

/** The travel time and distance between all pairs of points. */
export default function MatrixPage() {
  const isWide = useSignal(false)
  useEffect(openFromUrl, [place.value])
  useEffect(
    () => () => {
      pointed.value = undefined
    },
    [],
  )
  useMapClick((at) => addPoints([{ at, label: '' }]))
  useShowPoints()
  const asked = asking.state.value
  return (
    <div class={isWide.value ? 'matrix wide' : 'matrix'}>
      <h1>Matrix</h1>
      <SearchBox
        label="Add a point"
        value=""
        placeholder="Address, place, or click on the map"
        onPick={(found) => {
          addPoints([found])
          isToBeShown.value = true
        }}
      />
      <PasteBox example={EXAMPLE} onAdd={addPoints} />
      <PointList />
      <p class="hint" role="status">
        {sayCount(points.value.length, asked.isWaiting)}
      </p>
      <Failure asked={failureInWords(asked, points.value, 'point')} />
      {answered.value !== undefined && (
        <Shown answered={answered.value} isWide={isWide.value} onWide={(wide) => (isWide.value = wide)} />
      )}
      <CopyCall call={answered.value?.call} />
      <MatrixMap />
    </div>
  )
}

function sayCount(count: number, isWaiting: boolean): string {
  if (count === 0) return 'Click points on the map, search for them, or paste a list.'
  if (count === 1) return 'Add one more point to compute distances.'
  return isWaiting ? 'Computing …' : `${count} points, ${(count * (count - 1)).toLocaleString('en')} routes`
}

interface ShownProps {
  readonly answered: Answered
  readonly isWide: boolean
  readonly onWide: (isWide: boolean) => void
}

function Shown({ answered: now, isWide, onWide }: ShownProps) {
  const which = metric.value
  return (
    <section aria-label="Table">
      <fieldset class="tabs">
        <legend class="unseen">Values shown</legend>
        <button type="button" aria-pressed={which === 'duration'} onClick={() => changeMetric('duration')}>
          Minutes
        </button>
        <button type="button" aria-pressed={which === 'distance'} onClick={() => changeMetric('distance')}>
          Kilometers
        </button>
      </fieldset>
      <HeatTable answered={now} />
      <Legend answered={now} />
      <Pointed answered={now} />
      <div class="row">
        <button type="button" class="second" onClick={() => void copy(matrixCsv(now, which), 'The table')}>
          Copy as CSV
        </button>
        <button
          type="button"
          class="second"
          onClick={() => saveFile(`matrix-${which}.csv`, 'text/csv', matrixCsv(now, which))}
        >
          Save CSV
        </button>
        <button type="button" class="second widen" aria-pressed={isWide} onClick={() => onWide(!isWide)}>
          {isWide ? 'Narrow' : 'Wide'}
        </button>
      </div>
    </section>
  )
}

function Legend({ answered: now }: { readonly answered: Answered }) {
  const heat = heatOf(tableOf(now, metric.value))
  if (heat === undefined) return null
  return (
    <p class="heat-legend">
      <span>{valueText(heat.least, metric.value)}</span>
      <span class="heat-gradient" style={{ background: gradient }} aria-hidden="true" />
      <span>{valueText(heat.most, metric.value)}</span>
    </p>
  )
}

/** Names the pair, because a cell is too small for two names. */
function Pointed({ answered: now }: { readonly answered: Answered }) {
  const cell = pointed.value
  const [km, min] = [now.reply.distances_km, now.reply.durations_min].map((table) =>
    cell === undefined ? undefined : table?.[cell.row]?.[cell.column],
  )
  if (cell === undefined || km == null || min == null)
    return <p class="hint pair">Hover over a cell to see its line on the map; click it to open the route.</p>
  return (
    <p class="hint pair">
      <b>
        {cell.row + 1} → {cell.column + 1}
      </b>{' '}
      {valueText(min, 'duration')}, {valueText(km, 'distance')}: {nameAt(now, cell.row)} → {nameAt(now, cell.column)}
    </p>
  )
}

function useShowPoints(): void {
  const [all, map, isAsked] = [points.value, theMap.value, isToBeShown.value]
  useEffect(() => {
    if (!isAsked || map === undefined || all.length === 0) return
    isToBeShown.value = false
    showAll(all.map(({ at }) => at))
  }, [all, map, isAsked])
}

/** A CSV with row and column headers for a spreadsheet. A cell without a route is empty. */
function matrixCsv(answered: Answered, which: Metric): string {
  const table = tableOf(answered, which)
  const unit = which === 'distance' ? 'km' : 'min'
  return writeCsv([
    [`from \\ to (${unit})`, ...table.map((_, column) => nameAt(answered, column))],
    ...table.map((cells, row) => [nameAt(answered, row), ...cells]),
  ])
}
