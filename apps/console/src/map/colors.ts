/**
 * Colors of everything that the console draws on the map, for day and night. The base map uses the colors of its style.
 */
export interface OverlayColors {
  readonly ground: string
  readonly zone: string
  readonly corridor: string
  readonly domain: string
}

export const dayColors: OverlayColors = {
  ground: '#f5f3ee',
  zone: '#c8372d',
  corridor: '#6d4bc2',
  domain: '#0f8a5f',
}

export const nightColors: OverlayColors = {
  ground: '#1b2028',
  zone: '#ff7468',
  corridor: '#b197fc',
  domain: '#4ade9b',
}

/** Overlay colors that are the same for day and night. */
export const signalColors = {
  route: '#2563eb',
  alternative: '#7c8aa5',
  slow: '#eab308',
  jam: '#dc2626',
  free: '#16a34a',
  closed: '#7f1d1d',
} as const
