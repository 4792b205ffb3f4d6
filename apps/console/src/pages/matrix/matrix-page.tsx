import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { describeFailure } from '../../entry/in-words.ts'
import { PasteBox } from '../../entry/paste-box.tsx'
import { currentMap, fitPoints } from '../../map/the-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { pageLocation } from '../../state/page-location.ts'
import { CopyCall, copyToClipboard } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import '../../style/entry.css'
import '../../style/matrix.css'
import { writeCsv } from '../../entry/csv.ts'
import { findValueRange, gradient } from './heat.ts'
import { formatValue, getPointName, getTable, HeatTable } from './heat-table.tsx'
import type { Metric } from './in-url.ts'
import { MatrixMap } from './matrix-map.tsx'
import { PointList } from './point-list.tsx'
import { highlightedCell } from './pointed.ts'
import {
  addPoints,
  changeMetric,
  type MatrixResult,
  matrixRequest,
  matrixResult,
  metric,
  openFromUrl,
  points,
  shouldFitView,
} from './state.ts'

const EXAMPLE = '-34.9059, -56.1913\n-34.8941, -56.1527\n18 de Julio 1234, Montevideo'

/** The travel time and distance between all pairs of points. */
export default function MatrixPage() {
  const isWide = useSignal(false)
  useEffect(openFromUrl, [pageLocation.value])
  useEffect(
    () => () => {
      highlightedCell.value = undefined
    },
    [],
  )
  useMapClick((at) => addPoints([{ at, label: '' }]))
  useFitPoints()
  const requestState = matrixRequest.state.value
  return (
    <div class={isWide.value ? 'matrix wide' : 'matrix'}>
      <h1>Matrix</h1>
      <SearchBox
        label="Add a point"
        value=""
        placeholder="Address, place, or click on the map"
        onPick={(picked) => {
          addPoints([picked])
          shouldFitView.value = true
        }}
      />
      <PasteBox example={EXAMPLE} onAdd={addPoints} />
      <PointList />
      <p class="hint" role="status">
        {describeCount(points.value.length, requestState.isWaiting)}
      </p>
      <RequestFailure requestState={describeFailure(requestState, points.value, 'point')} />
      {matrixResult.value !== undefined && (
        <MatrixResultView result={matrixResult.value} isWide={isWide.value} onWide={(wide) => (isWide.value = wide)} />
      )}
      <CopyCall call={matrixResult.value?.call} />
      <MatrixMap />
    </div>
  )
}

function describeCount(count: number, isWaiting: boolean): string {
  if (count === 0) return 'Click points on the map, search for them, or paste a list.'
  if (count === 1) return 'Add one more point to compute distances.'
  return isWaiting ? 'Computing …' : `${count} points, ${(count * (count - 1)).toLocaleString('en')} routes`
}

interface MatrixResultProps {
  readonly result: MatrixResult
  readonly isWide: boolean
  readonly onWide: (isWide: boolean) => void
}

function MatrixResultView({ result: now, isWide, onWide }: MatrixResultProps) {
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
      <HeatTable result={now} />
      <Legend result={now} />
      <CellDetails result={now} />
      <div class="row">
        <button type="button" class="second" onClick={() => void copyToClipboard(matrixCsv(now, which), 'The table')}>
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

function Legend({ result: now }: { readonly result: MatrixResult }) {
  const heat = findValueRange(getTable(now, metric.value))
  if (heat === undefined) return null
  return (
    <p class="heat-legend">
      <span>{formatValue(heat.min, metric.value)}</span>
      <span class="heat-gradient" style={{ background: gradient }} aria-hidden="true" />
      <span>{formatValue(heat.max, metric.value)}</span>
    </p>
  )
}

/** Names the pair, because a cell is too small for two names. */
function CellDetails({ result: now }: { readonly result: MatrixResult }) {
  const cell = highlightedCell.value
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
      {formatValue(min, 'duration')}, {formatValue(km, 'distance')}: {getPointName(now, cell.row)} →{' '}
      {getPointName(now, cell.column)}
    </p>
  )
}

function useFitPoints(): void {
  const [all, map, isRequested] = [points.value, currentMap.value, shouldFitView.value]
  useEffect(() => {
    if (!isRequested || map === undefined || all.length === 0) return
    shouldFitView.value = false
    fitPoints(all.map(({ at }) => at))
  }, [all, map, isRequested])
}

/** A CSV with row and column headers for a spreadsheet. A cell without a route is empty. */
function matrixCsv(answered: MatrixResult, which: Metric): string {
  const table = getTable(answered, which)
  const unit = which === 'distance' ? 'km' : 'min'
  return writeCsv([
    [`from \\ to (${unit})`, ...table.map((_, column) => getPointName(answered, column))],
    ...table.map((cells, row) => [getPointName(answered, row), ...cells]),
  ])
}
