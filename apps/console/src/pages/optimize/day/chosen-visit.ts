import { signal } from '@preact/signals'

/** The number of the stop that was pressed on the timeline. */
export const chosenVisit = signal<number | undefined>(undefined)
