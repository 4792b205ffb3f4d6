import { signal } from '@preact/signals'

/** Cell that is under the pointer or has the focus. */
export interface Cell {
  readonly row: number
  readonly column: number
}

export const highlightedCell = signal<Cell | undefined>(undefined)
