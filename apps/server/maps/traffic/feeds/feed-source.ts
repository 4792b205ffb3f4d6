import { fileURLToPath } from 'node:url'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { FeedFailure } from './feed-failure.ts'

export type FeedSource = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'url'; readonly url: URL }

export function parseFeedSource(source: string): Result<FeedSource, FeedFailure> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1]?.toLowerCase()
  if (scheme === undefined) {
    return source.trim() === '' ? failBadSource('the source is empty') : ok({ kind: 'file', path: source })
  }
  if (scheme !== 'http' && scheme !== 'https' && scheme !== 'file') {
    return failBadSource(`URLs that start with ${scheme}:// are not supported`)
  }
  if (!URL.canParse(source)) return failBadSource('the URL is not valid')
  return scheme === 'file' ? toFileSource(source) : ok({ kind: 'url', url: new URL(source) })
}

function toFileSource(source: string): Result<FeedSource, FeedFailure> {
  try {
    return ok({ kind: 'file', path: fileURLToPath(source) })
  } catch {
    return failBadSource('the URL does not point to a file on this machine')
  }
}

function failBadSource(detail: string): Result<never, FeedFailure> {
  return fail({ kind: 'bad-address', what: detail })
}

/**
 * Returns the name of a source for logs and metrics, without the user, password and parameters, which may contain keys.
 */
export function redactSource(source: string): string {
  const parsedSource = parseFeedSource(source)
  if (!parsedSource.ok) return 'an invalid source'
  if (parsedSource.value.kind === 'file') return parsedSource.value.path
  const { origin, pathname, search } = parsedSource.value.url
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}
