/** Color scale YlGnBu from ColorBrewer. The colors run from light to dark, so color-blind users see the same order. */
const colorSteps = ['#ffffd9', '#edf8b1', '#c7e9b4', '#7fcdbb', '#41b6c4', '#1d91c0', '#225ea8', '#253494'] as const

export interface ValueRange {
  readonly min: number
  readonly max: number
}

export interface CellColors {
  readonly background: string
  /** Text color: black or white, whichever is more readable on the background. */
  readonly color: string
}

type Table = readonly (readonly (number | null)[])[]

/** Returns the smallest and the largest value of the table, excluding the diagonal. */
export function findValueRange(table: Table): ValueRange | undefined {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [row, cells] of table.entries()) {
    for (const [column, value] of cells.entries()) {
      if (value === null || row === column) continue
      min = Math.min(min, value)
      max = Math.max(max, value)
    }
  }
  return min <= max ? { min, max } : undefined
}

export function toCellColors(value: number, { min, max }: ValueRange): CellColors {
  const fraction = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0
  const scalePosition = fraction * (colorSteps.length - 1)
  const lowerIndex = Math.min(colorSteps.length - 2, Math.floor(scalePosition))
  const [low, high] = [
    parseHexColor(colorSteps[lowerIndex] ?? colorSteps[0]),
    parseHexColor(colorSteps[lowerIndex + 1] ?? colorSteps[0]),
  ]
  const mixedColor = low.map((channel, index) =>
    Math.round(channel + ((high[index] ?? 0) - channel) * (scalePosition - lowerIndex)),
  )
  return { background: `rgb(${mixedColor.join(' ')})`, color: contrastWithBlack(mixedColor) >= 4.6 ? '#000' : '#fff' }
}

export const gradient = `linear-gradient(90deg, ${colorSteps.join(', ')})`

function parseHexColor(hex: string): readonly number[] {
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
}

/** Returns the contrast with black as defined by WCAG. */
export function contrastWithBlack(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const normalized = channel / 255
    return normalized <= 0.04045 ? normalized / 12.92 : ((normalized + 0.055) / 1.055) ** 2.4
  })
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) / 0.05
}
