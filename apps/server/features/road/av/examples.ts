import { routeExample } from '../route/api/examples.ts'

/** Example requests: two trips through the sample domain of the bundled map. */
export const avRequests = [
  { from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] },
  {
    from: [-34.9059, -56.1913],
    via: [[-34.8941, -56.1667]],
    to: [-34.9085, -56.1502],
    depart_at: '2026-11-16T08:30:00-03:00',
    conditions: { weather: 'light_rain', light: 'daylight', visibility_m: 4000 },
    odd: 'montevideo-sample',
    alternatives: 1,
    geometry: 'polyline6',
    language: 'es',
    units: 'metric',
  },
]

/** Reply to the first example request, verified by a test. */
export const avExample = {
  ...routeExample,
  mode: 'av',
  preview: true,
  engages: true,
  odd: {
    id: 'montevideo-sample',
    version: '1',
    operator: 'Sample operator',
    area: 'Centre of Montevideo',
    sample: true,
  },
  conditions: { weather: 'dry', light: 'daylight', visibility_m: 10000 },
}
