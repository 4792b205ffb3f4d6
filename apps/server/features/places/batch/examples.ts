import { geocodeExample, reverseExample } from '../geocode/api/examples.ts'

export const batchRequestExample = {
  queries: [
    { q: '18 de julio 1234, montevideo', near: '-34.9,-56.19' },
    { lat: -34.9058, lon: -56.1882 },
    { street: 'Avenida 18 de Julio', housenumber: '1234', city: 'Montevideo', country: 'UY' },
    { q: 'a' },
  ],
}

const { data, ...reverse } = reverseExample
const results = geocodeExample.results
const structured = results.map(({ distance_km: _, ...result }) => ({ ...result, confidence: 0.984 }))

/** Reply to the example request, verified by a test. */
export const batchExample = {
  results: [
    { status: 'found', results },
    { status: 'found', reverse },
    { status: 'found', results: structured },
    {
      status: 'invalid',
      error: { code: 'query-too-short', detail: 'q is "a", which has 1 letter or digit; a search needs at least 2' },
    },
  ],
  data,
}
