interface BarChartProps {
  readonly title: string
  readonly bars: readonly { readonly label: string; readonly value: number }[]
}

const CHART_WIDTH = 360
const CHART_HEIGHT = 96
const BOTTOM_MARGIN = 16

/** Draws one bar per day. A table next to the chart contains the same values for screen readers. */
export function BarChart({ title, bars }: BarChartProps) {
  const maxValue = Math.max(1, ...bars.map(({ value }) => value))
  const barSpacing = CHART_WIDTH / Math.max(1, bars.length)
  const totalValue = bars.reduce((total, { value }) => total + value, 0)
  return (
    <figure class="plot day-bars">
      <figcaption>
        {title} · maximum {maxValue.toLocaleString('en')} per day
      </figcaption>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        role="img"
        aria-label={`${title}: ${totalValue.toLocaleString('en')} in total`}
      >
        <line x1="0" x2={CHART_WIDTH} y1={CHART_HEIGHT - BOTTOM_MARGIN + 0.5} y2={CHART_HEIGHT - BOTTOM_MARGIN + 0.5} />
        {bars.map(({ label, value }, index) => {
          // The minimum height keeps any nonzero value visible.
          const height = value === 0 ? 0 : Math.max(2, (value / maxValue) * (CHART_HEIGHT - BOTTOM_MARGIN - 4))
          return (
            <rect
              key={label}
              x={index * barSpacing + barSpacing * 0.12}
              y={CHART_HEIGHT - BOTTOM_MARGIN - height}
              width={barSpacing * 0.76}
              height={height}
              rx={Math.min(2, barSpacing * 0.2)}
            >
              <title>{`${label}: ${value.toLocaleString('en')}`}</title>
            </rect>
          )
        })}
        <text x="0" y={CHART_HEIGHT - 3}>
          {bars[0]?.label}
        </text>
        <text x={CHART_WIDTH} y={CHART_HEIGHT - 3} text-anchor="end">
          {bars.at(-1)?.label}
        </text>
      </svg>
    </figure>
  )
}
