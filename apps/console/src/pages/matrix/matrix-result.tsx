import { writeCsv } from '../../entry/csv.ts'
import { copyToClipboard } from '../../ui/copy-call.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { findValueRange, gradient } from './heat.ts'
import { formatValue, getPointName, getTable, HeatTable } from './heat-table.tsx'
import type { Metric } from './in-url.ts'
import { highlightedCell } from './pointed.ts'
import { changeMetric, type MatrixResult, metric } from './state.ts'

interface MatrixResultProps {
  readonly result: MatrixResult
  readonly isWide: boolean
  readonly onWide: (isWide: boolean) => void
}

/** Shows the table with its legend, the highlighted pair and the exports. */
export function MatrixResultView({ result, isWide, onWide }: MatrixResultProps) {
  const selectedMetric = metric.value
  return (
    <section aria-label="Table">
      <fieldset class="tabs">
        <legend class="unseen">Values shown</legend>
        <button type="button" aria-pressed={selectedMetric === 'duration'} onClick={() => changeMetric('duration')}>
          Minutes
        </button>
        <button type="button" aria-pressed={selectedMetric === 'distance'} onClick={() => changeMetric('distance')}>
          Kilometers
        </button>
      </fieldset>
      <HeatTable result={result} />
      <Legend result={result} />
      <CellDetails result={result} />
      <div class="row">
        <button
          type="button"
          class="second"
          onClick={() => void copyToClipboard(matrixCsv(result, selectedMetric), 'The table')}
        >
          Copy as CSV
        </button>
        <button
          type="button"
          class="second"
          onClick={() => saveFile(`matrix-${selectedMetric}.csv`, 'text/csv', matrixCsv(result, selectedMetric))}
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

function Legend({ result }: { readonly result: MatrixResult }) {
  const valueRange = findValueRange(getTable(result, metric.value))
  if (valueRange === undefined) return null
  return (
    <p class="heat-legend">
      <span>{formatValue(valueRange.min, metric.value)}</span>
      <span class="heat-gradient" style={{ background: gradient }} aria-hidden="true" />
      <span>{formatValue(valueRange.max, metric.value)}</span>
    </p>
  )
}

/** Shows the names of the highlighted pair, because a cell is too small for two names. */
function CellDetails({ result }: { readonly result: MatrixResult }) {
  const cell = highlightedCell.value
  const [km, min] = [result.reply.distances_km, result.reply.durations_min].map((table) =>
    cell === undefined ? undefined : table?.[cell.row]?.[cell.column],
  )
  if (cell === undefined || km == null || min == null)
    return <p class="hint pair">Hover over a cell to see its line on the map; click the cell to open the route.</p>
  return (
    <p class="hint pair">
      <b>
        {cell.row + 1} → {cell.column + 1}
      </b>{' '}
      {formatValue(min, 'duration')}, {formatValue(km, 'distance')}: {getPointName(result, cell.row)} →{' '}
      {getPointName(result, cell.column)}
    </p>
  )
}

/** Returns the matrix as CSV with row and column headers. A cell without a route is empty. */
function matrixCsv(result: MatrixResult, selectedMetric: Metric): string {
  const table = getTable(result, selectedMetric)
  const unit = selectedMetric === 'distance' ? 'km' : 'min'
  return writeCsv([
    [`from \\ to (${unit})`, ...table.map((_, column) => getPointName(result, column))],
    ...table.map((cells, row) => [getPointName(result, row), ...cells]),
  ])
}
