import { basename } from 'node:path'
import { parseSource } from '../feeds/feed-source.ts'

/** No dots: what stands behind one in a file's name is ours. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/
const MOST_CHARACTERS = 64

export const FEED_NAME_RULE = `at most ${MOST_CHARACTERS} small letters, digits and hyphens, the first no hyphen`

export function isFeedName(name: string): boolean {
  return NAME.test(name)
}

/** A name made of any text; empty when nothing in it can be part of one. */
export function toFeedName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MOST_CHARACTERS)
    .replace(/-+$/, '')
}

const EXTENSIONS = /(\.(csv|tsv|txt|json|geojson|feed|gz|gzip))+$/i

/** The last part of a path or an address without what tells its format: `https://…/Work Zones.geojson` is work-zones. */
export function nameOfSource(source: string): string {
  const parsed = parseSource(source)
  if (!parsed.ok) return ''
  const path = parsed.value.kind === 'file' ? parsed.value.path : decode(parsed.value.url.pathname)
  return toFeedName(basename(path).replace(EXTENSIONS, ''))
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
