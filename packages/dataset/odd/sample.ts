import { readFileSync } from 'node:fs'

/** Returns a fictitious sample domain for the bundled map, as JSON. The domain is labeled as a sample. */
export function montevideoSample(): unknown {
  return JSON.parse(readFileSync(new URL('./data/montevideo-sample.json', import.meta.url), 'utf8'))
}
