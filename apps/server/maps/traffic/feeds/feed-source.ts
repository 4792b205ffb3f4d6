import { fileURLToPath } from 'node:url'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { FeedFailure } from './feed-failure.ts'

export type FeedSource = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'url'; readonly url: URL }

export function parseSource(source: string): Result<FeedSource, FeedFailure> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1]?.toLowerCase()
  if (scheme === undefined) {
    return source.trim() === '' ? badAddress('the source is empty') : ok({ kind: 'file', path: source })
  }
  if (scheme !== 'http' && scheme !== 'https' && scheme !== 'file') {
    return badAddress(`URLs that start with ${scheme}:// are not supported`)
  }
  if (!URL.canParse(source)) return badAddress('the URL is not valid')
  return scheme === 'file' ? toFile(source) : ok({ kind: 'url', url: new URL(source) })
}

function toFile(source: string): Result<FeedSource, FeedFailure> {
  try {
    return ok({ kind: 'file', path: fileURLToPath(source) })
  } catch {
    return badAddress('the URL does not point to a file on this machine')
  }
}

function badAddress(what: string): Result<never, FeedFailure> {
  return fail({ kind: 'bad-address', what })
}

/** The name of a source in logs and metrics: without user, password and parameters, which may contain keys. */
export function showSource(source: string): string {
  const parsed = parseSource(source)
  if (!parsed.ok) return 'an invalid source'
  if (parsed.value.kind === 'file') return parsed.value.path
  const { origin, pathname, search } = parsed.value.url
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}
