import { readFileSync } from 'node:fs'

/** The JSON of a domain for the map that comes with the program. It is made up, and says so. */
export function montevideoSample(): unknown {
  return JSON.parse(readFileSync(new URL('./data/montevideo-sample.json', import.meta.url), 'utf8'))
}
