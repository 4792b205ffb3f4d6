import { createHash } from 'node:crypto'
import type { GeocoderQuestion } from './geocoder.ts'

/** Questions with the same key have the same answer: blanks and capitals do not matter, nor do metres. */
export function questionKey(question: GeocoderQuestion): string {
  return createHash('sha256')
    .update(JSON.stringify(essence(question)))
    .digest('hex')
}

function essence(question: GeocoderQuestion): unknown[] {
  const { kind, language = '' } = question
  if (kind === 'reverse') return [kind, language, question.latitude.toFixed(5), question.longitude.toFixed(5)]
  const { text, limit, countryCode = '', near } = question
  // Somebody who has walked a few kilometres still means the same.
  const around = near ? [near.latitude.toFixed(1), near.longitude.toFixed(1)] : []
  return [kind, language, text.trim().replace(/\s+/g, ' ').toLowerCase(), limit, countryCode, ...around]
}
