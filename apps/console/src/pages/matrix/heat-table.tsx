import { computed } from '@preact/signals'
import { pointText } from '../../points.ts'
import { linkTo } from '../../state/place-in-url.ts'
import { kilometers, minutes } from '../../ui/measures.ts'
import { type Heat, heatOf, shadeOf } from './heat.ts'
import type { Metric } from './in-url.ts'
import { pointed } from './pointed.ts'
import { type Answered, metric, points } from './state.ts'

type Table = readonly (readonly (number | null)[])[]

export function tableOf({ reply }: Answered, which: Metric): Table {
  return (which === 'distance' ? reply.distances_km : reply.durations_min) ?? []
}

export function valueText(value: number, which: Metric): string {
  return which === 'distance' ? kilometers(value) : minutes(value)
}

/** Names may have been looked up after the reply arrived. */
const names = computed(() => new Map(points.value.map(({ key, at, label }) => [key, label || pointText(at)])))

export function nameAt({ points: asked }: Answered, index: number): string {
  const point = asked[index]
  return point === undefined ? '' : (names.value.get(point.key) ?? point.label)
}

/** Rows are origins. One cell has the focus at a time; arrow keys move between cells. */
export function HeatTable({ answered }: { readonly answered: Answered }) {
  const table = tableOf(answered, metric.value)
  const heat = heatOf(table)
  return (
    <div class="heat">
      <table aria-label={metric.value === 'distance' ? 'Distances by road' : 'Driving times'}>
        <thead>
          <tr>
            <th scope="col" class="corner">
              from ↓ to →
            </th>
            {table.map((_, column) => (
              <Head key={column} answered={answered} index={column} side="column" />
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: focus does the same, by the event that rises from the cells */}
        <tbody
          onMouseOver={(event) => point(event.target)}
          onMouseLeave={() => {
            pointed.value = undefined
          }}
          onFocusIn={(event) => point(event.target)}
          onKeyDown={walk}
        >
          {table.map((cells, row) => (
            <tr key={row}>
              <Head answered={answered} index={row} side="row" />
              {cells.map((value, column) => (
                <HeatCell key={column} {...{ answered, row, column, value, heat }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps {
  readonly answered: Answered
  readonly index: number
  readonly side: 'row' | 'column'
}

function Head({ answered, index, side }: HeadProps) {
  const isPointed = pointed.value?.[side] === index
  const name = nameAt(answered, index)
  return (
    <th scope={side === 'row' ? 'row' : 'col'} class={isPointed ? 'pointed' : ''} title={name}>
      <b>{index + 1}</b>
      {side === 'row' && <span>{name}</span>}
    </th>
  )
}

interface HeatCellProps {
  readonly answered: Answered
  readonly row: number
  readonly column: number
  readonly value: number | null
  readonly heat: Heat | undefined
}

function HeatCell({ answered, row, column, value, heat }: HeatCellProps) {
  if (row === column) return <td class="same">–</td>
  const ends = `From ${nameAt(answered, row)} to ${nameAt(answered, column)}`
  if (value === null || heat === undefined)
    return (
      <td class="no-way" title={`${ends}: no route`}>
        ✕
      </td>
    )
  const [from, to] = [answered.points[row], answered.points[column]]
  const link = linkTo('plan', { mode: 'road', from: from?.at.join(',') ?? '', to: to?.at.join(',') ?? '' })
  return (
    <td style={{ ...shadeOf(value, heat) }}>
      <a
        href={link}
        data-row={row}
        data-column={column}
        tabIndex={row === 0 && column === 1 ? 0 : -1}
        aria-label={`${ends}: ${valueText(value, metric.value)}. Opens the route.`}
      >
        {value < 9.95 ? value.toFixed(1) : Math.round(value)}
      </a>
    </td>
  )
}

function point(target: EventTarget | null): void {
  const { row, column } = (target as Element | null)?.closest<HTMLElement>('a[data-row]')?.dataset ?? {}
  pointed.value = row === undefined ? undefined : { row: Number(row), column: Number(column) }
}

const keys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** Moves to the next cell that has a route and skips the others. */
function walk(event: KeyboardEvent): void {
  const [step, here, body] = [keys[event.key], event.target as HTMLElement, event.currentTarget as HTMLElement]
  const { row, column } = here.dataset
  if (step === undefined || row === undefined) return
  event.preventDefault()
  const count = body.childElementCount
  const at: [number, number] = [Number(row) + step[0], Number(column) + step[1]]
  while (at.every((index) => index >= 0 && index < count)) {
    const next = body.querySelector<HTMLElement>(`a[data-row="${at[0]}"][data-column="${at[1]}"]`)
    if (next !== null) {
      here.tabIndex = -1
      next.tabIndex = 0
      return next.focus()
    }
    at[0] += step[0]
    at[1] += step[1]
  }
}
