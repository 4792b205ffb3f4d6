import { readFileSync } from 'node:fs'

/** JSON of a sample domain for the bundled map. It is fictitious and labeled as such. */
export function montevideoSample(): unknown {
  return JSON.parse(readFileSync(new URL('./data/montevideo-sample.json', import.meta.url), 'utf8'))
}
