import { signal } from '@preact/signals'

/** Index of the contour whose legend row is under the pointer or has the focus. */
export const highlightedContour = signal<number | undefined>(undefined)
