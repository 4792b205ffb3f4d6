import type { GeoNamesPlace } from '../gazetteer/geonames.ts'
import { pick } from './random.ts'

/** Non-Latin scripts that occur in the gazetteer. */
const scripts = 'Cyrillic Greek Arabic Hebrew Han Katakana Hangul Georgian Armenian Thai Devanagari'.split(' ')
const patterns = scripts.map((script) => new RegExp(`^(?=.*\\p{L}{2})[\\p{Script=${script}}ー\\P{L}]+$`, 'u'))

/** Returns a name of the place in a random non-Latin script, or undefined if it has only Latin names. */
function pickNameInOtherScript(random: () => number, { names }: GeoNamesPlace): string | undefined {
  const byScript = patterns
    .map((pattern) => names.filter((name) => pattern.test(name)))
    .filter((list) => list.length > 0)
  return byScript.length === 0 ? undefined : pick(random, pick(random, byScript))
}

/** Samples places, each with a name in a random non-Latin script. */
export function sampleInOtherScripts(
  random: () => number,
  places: readonly GeoNamesPlace[],
  count: number,
): { readonly place: GeoNamesPlace; readonly name: string }[] {
  const samples: { place: GeoNamesPlace; name: string }[] = []
  while (samples.length < count) {
    const place = pick(random, places)
    const name = pickNameInOtherScript(random, place)
    if (name !== undefined) samples.push({ place, name })
  }
  return samples
}
