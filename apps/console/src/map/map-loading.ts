import { signal } from '@preact/signals'

/** Whether the map is fetching or drawing tiles. */
export const isMapLoading = signal(false)
