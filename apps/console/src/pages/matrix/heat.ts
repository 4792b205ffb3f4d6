/** YlGnBu from ColorBrewer. It runs in one direction from light to dark, so color-blind users see the same order. */
const steps = ['#ffffd9', '#edf8b1', '#c7e9b4', '#7fcdbb', '#41b6c4', '#1d91c0', '#225ea8', '#253494'] as const

export interface Heat {
  readonly least: number
  readonly most: number
}

export interface Shade {
  readonly background: string
  /** Black or white, whichever is more readable on it. */
  readonly color: string
}

type Table = readonly (readonly (number | null)[])[]

/** Scales from the shortest to the longest route. The diagonal is excluded. */
export function heatOf(table: Table): Heat | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [row, cells] of table.entries()) {
    for (const [column, value] of cells.entries()) {
      if (value === null || row === column) continue
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
  }
  return least <= most ? { least, most } : undefined
}

export function shadeOf(value: number, { least, most }: Heat): Shade {
  const share = most > least ? Math.min(1, Math.max(0, (value - least) / (most - least))) : 0
  const at = share * (steps.length - 1)
  const below = Math.min(steps.length - 2, Math.floor(at))
  const [low, high] = [channels(steps[below] ?? steps[0]), channels(steps[below + 1] ?? steps[0])]
  const mixed = low.map((channel, index) => Math.round(channel + ((high[index] ?? 0) - channel) * (at - below)))
  return { background: `rgb(${mixed.join(' ')})`, color: contrastWithBlack(mixed) >= 4.6 ? '#000' : '#fff' }
}

export const gradient = `linear-gradient(90deg, ${steps.join(', ')})`

function channels(hex: string): readonly number[] {
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
}

/** Contrast as defined by WCAG. */
export function contrastWithBlack(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) / 0.05
}
