import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Plots how compile time, memory and query time grow with the map, on log-log axes.
 * `npm run --silent bench -- scale --json > scale.json && node bench/plot.ts scale.json
 * [picture.svg]`
 */

type Figures = Readonly<Record<string, number | string | boolean>>

interface Panel {
  readonly title: string
  readonly unit: string
  /** Series to draw, with one figure per map in the unit of the panel. */
  readonly series: readonly { readonly label: string; readonly figure: string; readonly perUnit: number }[]
}

const BYTES_PER_MB = 1024 * 1024
const panels: readonly Panel[] = [
  { title: 'Compiling', unit: 'CPU s', series: [{ label: 'all', figure: 'compileSeconds', perUnit: 1 }] },
  {
    title: 'Memory',
    unit: 'MB',
    series: [
      { label: 'peak', figure: 'peakBytes', perUnit: BYTES_PER_MB },
      { label: 'dataset', figure: 'fileBytes', perUnit: BYTES_PER_MB },
    ],
  },
  {
    title: 'Query',
    unit: 'µs',
    series: [
      { label: '+ path', figure: 'pathMicros', perUnit: 1 },
      { label: 'distance', figure: 'queryMicros', perUnit: 1 },
    ],
  },
]

const PANEL_LAYOUT = { width: 300, height: 260, left: 48, right: 52, top: 34, bottom: 42 }
const CAPTION_TEXT =
  'Lines: copies of Porto side by side. Rings: other maps. For Moscow, which has no tags, only the hierarchy.'
const colors = ['#1f5fa8', '#c2571a']

interface Point {
  readonly map: string
  readonly x: number
  readonly y: number
}

/** Draws the output of `scale --json`. */
export function drawScale(figures: Figures): string {
  const maps = Object.keys(figures).flatMap((key) => (key.endsWith('.arcs') ? [key.slice(0, -'.arcs'.length)] : []))
  if (maps.length === 0) throw new Error('there are no figures of the benchmark "scale"')
  const [width, height] = [panels.length * PANEL_LAYOUT.width, PANEL_LAYOUT.height + 18]
  const drawn = panels.map((panel, index) => drawPanel(panel, maps, figures, index * PANEL_LAYOUT.width))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<title>Compile time, memory and query time by the size of the map</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${drawn.join('\n')}
${text(PANEL_LAYOUT.left, height - 8, CAPTION_TEXT, 'start')}
</svg>
`
}

function drawPanel({ title, unit, series }: Panel, maps: readonly string[], figures: Figures, left: number): string {
  const points = series.map(({ figure, perUnit }) =>
    maps.map(
      (map): Point => ({ map, x: getFigure(figures, map, 'arcs'), y: getFigure(figures, map, figure) / perUnit }),
    ),
  )
  const all = points.flat()
  const x = axis(
    all.map((point) => point.x),
    PANEL_LAYOUT.left,
    PANEL_LAYOUT.width - PANEL_LAYOUT.right,
  )
  const y = axis(
    all.map((point) => point.y),
    PANEL_LAYOUT.height - PANEL_LAYOUT.bottom,
    PANEL_LAYOUT.top,
  )
  const frame = {
    left: PANEL_LAYOUT.left,
    right: PANEL_LAYOUT.width - PANEL_LAYOUT.right,
    top: PANEL_LAYOUT.top,
    bottom: PANEL_LAYOUT.height - PANEL_LAYOUT.bottom,
  }
  const parts = [
    ...x.ticks.map((value) => tick(x.place(value), frame.top, x.place(value), frame.bottom)),
    ...y.ticks.map((value) => tick(frame.left, y.place(value), frame.right, y.place(value))),
    ...x.ticks.map((value) => text(x.place(value), frame.bottom + 14, toShort(value), 'middle')),
    ...y.ticks.map((value) => text(frame.left - 5, y.place(value) + 4, toShort(value), 'end')),
    text((frame.left + frame.right) / 2, PANEL_LAYOUT.height - 10, 'arcs', 'middle'),
    `<text x="${frame.left}" y="18" font-size="13" font-weight="bold" fill="#222222">${title}, ${unit}</text>`,
    ...points.map((list, index) => drawSeries(list, series[index]?.label ?? '', colors[index] ?? '#222222', x, y)),
  ]
  return `<g transform="translate(${left} 0)">\n${parts.join('\n')}\n</g>`
}

/** Draws a series. A line connects the different sizes of one city, and other maps are single points. */
function drawSeries(points: readonly Point[], label: string, color: string, x: Axis, y: Axis): string {
  const place = (point: Point) => `${x.place(point.x).toFixed(1)},${y.place(point.y).toFixed(1)}`
  const sizes = points.filter(({ map }) => map.startsWith('porto'))
  const last = sizes.at(-1) ?? points.at(-1)
  const dots = points.map((point) => {
    const [cx, cy] = place(point).split(',')
    const isSize = sizes.includes(point)
    const dot = `<circle cx="${cx}" cy="${cy}" r="3.2" stroke="${color}" fill="${isSize ? color : '#ffffff'}"/>`
    return isSize ? dot : `${dot}${text(Number(cx), Number(cy) - 7, point.map, 'middle')}`
  })
  const name = last ? text(x.place(last.x) + 6, y.place(last.y) + 4, label, 'start', color) : ''
  return `<polyline points="${sizes.map(place).join(' ')}" fill="none" stroke="${color}" stroke-width="1.8"/>
${dots.join('')}${name}`
}

interface Axis {
  readonly ticks: readonly number[]
  place(value: number): number
}

/**
 * Creates a logarithmic axis from slightly below the minimum to slightly above the maximum, with ticks at powers of
 * ten.
 */
function axis(values: readonly number[], begin: number, end: number): Axis {
  const low = Math.log10(Math.min(...values)) - 0.12
  const high = Math.log10(Math.max(...values)) + 0.12
  const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, i) => 10 ** (Math.floor(low) + i))
  const ticks = powers
    .flatMap((power) => [power, 2 * power, 5 * power])
    .filter((value) => Math.log10(value) >= low && Math.log10(value) <= high)
  return {
    ticks,
    place: (value) => begin + ((Math.log10(value) - low) / (high - low)) * (end - begin),
  }
}

function tick(x1: number, y1: number, x2: number, y2: number): string {
  const [a, b, c, d] = [x1, y1, x2, y2].map((value) => value.toFixed(1))
  return `<line x1="${a}" y1="${b}" x2="${c}" y2="${d}" stroke="#d8d8d8"/>`
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end', fill = '#444444'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${fill}">${content}</text>`
}

function toShort(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(2))}M`
  return value >= 1e3 ? `${Number((value / 1e3).toPrecision(2))}k` : String(Number(value.toPrecision(2)))
}

function getFigure(figures: Figures, map: string, figure: string): number {
  const value = figures[`${map}.${figure}`]
  if (typeof value !== 'number' || !(value > 0)) throw new Error(`there is no figure ${map}.${figure}`)
  return value
}

if (import.meta.main) {
  const [, , result, picture = fileURLToPath(new URL('../docs/pictures/scale.svg', import.meta.url))] = process.argv
  if (result === undefined) {
    process.stderr.write('node bench/plot.ts RESULT.json [PICTURE.svg]\n')
    process.exitCode = 2
  } else {
    const { figures } = JSON.parse(readFileSync(result, 'utf8')) as { figures: Figures }
    mkdirSync(dirname(picture), { recursive: true })
    writeFileSync(picture, drawScale(figures))
    process.stdout.write(`${picture}\n`)
  }
}
