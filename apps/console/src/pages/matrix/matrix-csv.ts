import { writeCsv } from '../../entry/csv.ts'
import { nameAt, tableOf } from './heat-table.tsx'
import type { Metric } from './in-url.ts'
import type { Answered } from './state.ts'

/** With a head on both sides, for a spreadsheet; where there is no way the cell is empty. */
export function matrixCsv(answered: Answered, which: Metric): string {
  const table = tableOf(answered, which)
  const unit = which === 'distance' ? 'km' : 'min'
  return writeCsv([
    [`from \\ to (${unit})`, ...table.map((_, column) => nameAt(answered, column))],
    ...table.map((cells, row) => [nameAt(answered, row), ...cells]),
  ])
}
