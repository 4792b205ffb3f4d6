import { signal } from '@preact/signals'

/** The contour whose row in the legend is under the pointer or has the focus. */
export const highlightedContour = signal<number | undefined>(undefined)
