/** Returns a rectangle as a GeoJSON polygon. */
export const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})
/** Domain without an id, an operator or areas. */
export const baseOdd = {
  version: '1',
  permits: [{ authority: 'City', from: '2026-01-01T00:00:00Z', until: '2026-12-01T00:00:00Z' }],
  roads: {
    classes: ['primary', 'secondary', 'tertiary', 'unclassified', 'residential', 'living_street', 'service', 'trunk'],
  },
  conditions: { weather: ['dry'], light: ['daylight', 'twilight', 'night'] },
}
const everyDay = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
/** Domains in the north and east of the city, outside the sample domain. */
export const exampleOdds = [
  {
    ...baseOdd,
    id: 'prado-motorways',
    operator: 'Fast Cabs',
    areas: box(-56.22, -34.865, -56.18, -34.84),
    roads: { classes: ['motorway'] },
    hours: { time_zone: 'America/Montevideo', weekly: [{ days: everyDay, from: '11:00', until: '14:00' }] },
  },
  {
    ...baseOdd,
    id: 'prado-day',
    operator: 'Day Cabs',
    areas: box(-56.23, -34.868, -56.17, -34.83),
    hours: { time_zone: 'America/Montevideo', weekly: [{ days: everyDay, from: '08:00', until: '18:00' }] },
  },
  {
    ...baseOdd,
    id: 'prado-night',
    operator: 'Night Cabs',
    areas: box(-56.235, -34.868, -56.165, -34.825),
    hours: { time_zone: 'America/Montevideo', weekly: [{ days: everyDay, from: '20:00', until: '06:00' }] },
  },
  {
    ...baseOdd,
    id: 'daylight-only',
    operator: 'Sun Cabs',
    areas: box(-56.1, -34.9, -56.06, -34.87),
    conditions: { weather: ['dry', 'fog'], light: ['daylight'], min_visibility_m: 150 },
  },
]
