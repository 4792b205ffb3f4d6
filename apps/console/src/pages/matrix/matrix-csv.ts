import { writeCsv } from '../../entry/csv.ts'
import { nameAt, tableOf } from './heat-table.tsx'
import type { Metric } from './in-url.ts'
import type { Answered } from './state.ts'

/** A CSV with row and column headers for a spreadsheet. A cell without a route is empty. */
export function matrixCsv(answered: Answered, which: Metric): string {
  const table = tableOf(answered, which)
  const unit = which === 'distance' ? 'km' : 'min'
  return writeCsv([
    [`from \\ to (${unit})`, ...table.map((_, column) => nameAt(answered, column))],
    ...table.map((cells, row) => [nameAt(answered, row), ...cells]),
  ])
}
