import { computed } from '@preact/signals'
import { formatPoint } from '../../points.ts'
import { toLink } from '../../state/page-location.ts'
import { formatKilometers, formatMinutes } from '../../ui/format.ts'
import { findValueRange, toCellColors, type ValueRange } from './heat.ts'
import type { Metric } from './in-url.ts'
import { highlightedCell } from './pointed.ts'
import { type MatrixResult, metric, points } from './state.ts'

type Table = readonly (readonly (number | null)[])[]

export function getTable({ reply }: MatrixResult, selectedMetric: Metric): Table {
  return (selectedMetric === 'distance' ? reply.distances_km : reply.durations_min) ?? []
}

export function formatValue(value: number, selectedMetric: Metric): string {
  return selectedMetric === 'distance' ? formatKilometers(value) : formatMinutes(value)
}

/** Current names of the points. A name may have been looked up after the reply arrived. */
const nameByKey = computed(() => new Map(points.value.map(({ key, at, label }) => [key, label || formatPoint(at)])))

export function getPointName({ points: requestPoints }: MatrixResult, index: number): string {
  const point = requestPoints[index]
  return point === undefined ? '' : (nameByKey.value.get(point.key) ?? point.label)
}

/** Renders the matrix with origins as rows. One cell has the focus, and arrow keys move the focus. */
export function HeatTable({ result }: { readonly result: MatrixResult }) {
  const table = getTable(result, metric.value)
  const valueRange = findValueRange(table)
  return (
    <div class="heat">
      <table aria-label={metric.value === 'distance' ? 'Distances by road' : 'Driving times'}>
        <thead>
          <tr>
            <th scope="col" class="corner">
              from ↓ to →
            </th>
            {table.map((_, column) => (
              <HeaderCell key={column} result={result} index={column} side="column" />
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: focus events of the cells bubble up and do the same */}
        <tbody
          onMouseOver={(event) => highlightCell(event.target)}
          onMouseLeave={() => {
            highlightedCell.value = undefined
          }}
          onFocusIn={(event) => highlightCell(event.target)}
          onKeyDown={moveFocus}
        >
          {table.map((cells, row) => (
            <tr key={row}>
              <HeaderCell result={result} index={row} side="row" />
              {cells.map((value, column) => (
                <HeatCell key={column} {...{ result, row, column, value, range: valueRange }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeaderCellProps {
  readonly result: MatrixResult
  readonly index: number
  readonly side: 'row' | 'column'
}

function HeaderCell({ result, index, side }: HeaderCellProps) {
  const isHighlighted = highlightedCell.value?.[side] === index
  const name = getPointName(result, index)
  return (
    <th scope={side === 'row' ? 'row' : 'col'} class={isHighlighted ? 'pointed' : ''} title={name}>
      <b>{index + 1}</b>
      {side === 'row' && <span>{name}</span>}
    </th>
  )
}

interface HeatCellProps {
  readonly result: MatrixResult
  readonly row: number
  readonly column: number
  readonly value: number | null
  readonly range: ValueRange | undefined
}

function HeatCell({ result, row, column, value, range }: HeatCellProps) {
  if (row === column) return <td class="same">–</td>
  const endpointsText = `From ${getPointName(result, row)} to ${getPointName(result, column)}`
  if (value === null || range === undefined)
    return (
      <td class="no-way" title={`${endpointsText}: no route`}>
        ✕
      </td>
    )
  const [from, to] = [result.points[row], result.points[column]]
  const link = toLink('plan', { mode: 'road', from: from?.at.join(',') ?? '', to: to?.at.join(',') ?? '' })
  const text = value < 9.95 ? value.toFixed(1) : String(Math.round(value))
  return (
    <td style={{ ...toCellColors(value, range) }}>
      <a
        href={link}
        data-row={row}
        data-column={column}
        tabIndex={row === 0 && column === 1 ? 0 : -1}
        // Users of voice control say the visible number, so the label contains it.
        aria-label={`${endpointsText}: ${text} ${metric.value === 'distance' ? 'km' : 'min'}. Opens the route.`}
      >
        {text}
      </a>
    </td>
  )
}

function highlightCell(target: EventTarget | null): void {
  const { row, column } = (target as Element | null)?.closest<HTMLElement>('a[data-row]')?.dataset ?? {}
  highlightedCell.value = row === undefined ? undefined : { row: Number(row), column: Number(column) }
}

const arrowKeys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** Moves the focus to the next cell that has a route. */
function moveFocus(event: KeyboardEvent): void {
  const [step, currentCell, body] = [
    arrowKeys[event.key],
    event.target as HTMLElement,
    event.currentTarget as HTMLElement,
  ]
  const { row, column } = currentCell.dataset
  if (step === undefined || row === undefined) return
  event.preventDefault()
  const count = body.childElementCount
  const cellIndexes: [number, number] = [Number(row) + step[0], Number(column) + step[1]]
  while (cellIndexes.every((index) => index >= 0 && index < count)) {
    const next = body.querySelector<HTMLElement>(`a[data-row="${cellIndexes[0]}"][data-column="${cellIndexes[1]}"]`)
    if (next !== null) {
      currentCell.tabIndex = -1
      next.tabIndex = 0
      return next.focus()
    }
    cellIndexes[0] += step[0]
    cellIndexes[1] += step[1]
  }
}
