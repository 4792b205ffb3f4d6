import { basename } from 'node:path'
import { parseFeedSource } from '../feeds/feed-source.ts'

/** Pattern of feed names. Dots are not allowed, because they separate our file name suffixes. */
const NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/
const MAX_CHARACTERS = 64

export const FEED_NAME_RULE = `at most ${MAX_CHARACTERS} lowercase letters, digits and hyphens, not starting with a hyphen`

export function isFeedName(name: string): boolean {
  return NAME_PATTERN.test(name)
}

/** Converts any string to a valid name. Returns an empty string if no character is valid. */
export function toFeedName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_CHARACTERS)
    .replace(/-+$/, '')
}

const EXTENSION_PATTERN = /(\.(csv|tsv|txt|json|geojson|feed|gz|gzip))+$/i

/**
 * Converts the last part of a path or URL, without its format suffix, to a feed name. For example, `https://…/Work
 * Zones.geojson` becomes `work-zones`.
 */
export function toFeedNameFromSource(source: string): string {
  const parsed = parseFeedSource(source)
  if (!parsed.ok) return ''
  const path = parsed.value.kind === 'file' ? parsed.value.path : decodePercent(parsed.value.url.pathname)
  return toFeedName(basename(path).replace(EXTENSION_PATTERN, ''))
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
