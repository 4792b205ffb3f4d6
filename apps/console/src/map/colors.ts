/** Map colors for day and night. Contrast is low on purpose: routes and assets must stand out. */
export interface MapColors {
  readonly land: string
  readonly water: string
  readonly waterText: string
  readonly text: string
  readonly halo: string
  readonly casing: string
  readonly motorway: string
  readonly primary: string
  readonly street: string
  readonly path: string
  readonly zone: string
  readonly corridor: string
  readonly domain: string
}

export const dayColors: MapColors = {
  land: '#f4f2ec',
  water: '#b9d7ea',
  waterText: '#4a7894',
  text: '#3a3f47',
  halo: '#ffffff',
  casing: '#d4cfc2',
  motorway: '#f2b661',
  primary: '#f9dd9a',
  street: '#ffffff',
  path: '#e2ddd0',
  zone: '#c8372d',
  corridor: '#6d4bc2',
  domain: '#0f8a5f',
}

export const nightColors: MapColors = {
  land: '#171c24',
  water: '#0d2233',
  waterText: '#6f9cb8',
  text: '#c3cad4',
  halo: '#10141a',
  casing: '#0e1218',
  motorway: '#8a6a35',
  primary: '#5d5236',
  street: '#343c48',
  path: '#262d37',
  zone: '#ff7468',
  corridor: '#b197fc',
  domain: '#4ade9b',
}

/** Colors of overlays, the same for day and night. */
export const signalColors = {
  route: '#2563eb',
  alternative: '#7c8aa5',
  slow: '#eab308',
  jam: '#dc2626',
  free: '#16a34a',
  closed: '#7f1d1d',
} as const
