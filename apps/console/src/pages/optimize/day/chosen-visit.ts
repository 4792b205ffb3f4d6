import { signal } from '@preact/signals'

/** Index of the stop that the user clicked on the timeline. */
export const chosenVisit = signal<number | undefined>(undefined)
