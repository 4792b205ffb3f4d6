import { useId } from 'preact/hooks'

interface PlotProps {
  readonly title: string
  /** Pairs of x and y values, with increasing x. */
  readonly points: readonly (readonly [number, number])[]
  readonly formatX: (x: number) => string
  readonly formatY: (y: number) => string
  /**
   * Whether the vertical axis starts at 0. With a zero-based axis, elevations far above sea level would be a flat line.
   */
  readonly isFromZero?: boolean
  readonly onHover?: (x: number | undefined) => void
}

const CHART_WIDTH = 360
const CHART_HEIGHT = 110
const LEFT_MARGIN = 44
const BOTTOM_MARGIN = 18

/**
 * Draws a line over a filled area, such as altitude along a route or usage over days. The page also gives the values as
 * text.
 */
export function Plot({ title, points, formatX, formatY, isFromZero = true, onHover }: PlotProps) {
  const id = useId()
  if (points.length < 2) return null
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [minX, maxX] = [xs[0] ?? 0, xs.at(-1) ?? 1]
  const [lowest, highest] = [Math.min(...ys), Math.max(...ys)]
  const [minY, maxY] = [isFromZero ? Math.min(0, lowest) : lowest, Math.max(highest, lowest + 1)]
  const x = (value: number) => LEFT_MARGIN + ((value - minX) / (maxX - minX || 1)) * (CHART_WIDTH - LEFT_MARGIN - 6)
  const y = (value: number) =>
    CHART_HEIGHT - BOTTOM_MARGIN - ((value - minY) / (maxY - minY)) * (CHART_HEIGHT - BOTTOM_MARGIN - 8)
  const linePath = points
    .map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${x(px).toFixed(1)} ${y(py).toFixed(1)}`)
    .join('')
  const hover = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect()
    const pointerX = ((event.clientX - box.left) / box.width) * CHART_WIDTH
    onHover?.(
      minX + Math.min(1, Math.max(0, (pointerX - LEFT_MARGIN) / (CHART_WIDTH - LEFT_MARGIN - 6))) * (maxX - minX),
    )
  }
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        role="img"
        aria-labelledby={id}
        onMouseMove={hover}
        onMouseLeave={() => onHover?.(undefined)}
      >
        <title id={id}>{`${title}: from ${formatY(Math.min(...ys))} to ${formatY(Math.max(...ys))}`}</title>
        <path class="plot-area" d={`${linePath}L${x(maxX)} ${y(minY)}L${x(minX)} ${y(minY)}Z`} />
        <path class="plot-line" d={linePath} />
        <text x={LEFT_MARGIN - 4} y={y(maxY) + 4} text-anchor="end">
          {formatY(maxY)}
        </text>
        <text x={LEFT_MARGIN - 4} y={y(minY)} text-anchor="end">
          {formatY(minY)}
        </text>
        <text x={LEFT_MARGIN} y={CHART_HEIGHT - 4}>
          {formatX(minX)}
        </text>
        <text x={CHART_WIDTH - 6} y={CHART_HEIGHT - 4} text-anchor="end">
          {formatX(maxX)}
        </text>
      </svg>
    </figure>
  )
}
