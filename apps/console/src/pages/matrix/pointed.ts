import { signal } from '@preact/signals'

/** The cell under the mouse or with the focus. */
export interface Cell {
  readonly row: number
  readonly column: number
}

export const highlightedCell = signal<Cell | undefined>(undefined)
