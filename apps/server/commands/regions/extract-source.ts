import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EXTRACT_EXTENSIONS, isRegionName, toRegionName } from '@fairway/dataset'
import { CommandError, exitCodes } from '../exit.ts'

/** Source of an extract: a local file, or a path on a mirror with its local target. */
export type ExtractSource =
  | { readonly kind: 'file'; readonly file: string; readonly region: string }
  | { readonly kind: 'mirror'; readonly url: string; readonly file: string; readonly region: string }

export interface ExtractSourceOptions {
  readonly mirrorUrl: string
  readonly dataDir: string
}

export function parseExtractSource(reference: string, { mirrorUrl, dataDir }: ExtractSourceOptions): ExtractSource {
  if (looksLikeFile(reference)) return { kind: 'file', file: reference, region: toRegionName(basename(reference)) }
  if (!isRegionName(reference)) {
    const path = `${JSON.stringify(reference)} is neither a file nor a path on the mirror`
    throw new CommandError(
      exitCodes.usage,
      `${path}; give an extract such as ./monaco.osm.pbf or a path such as europe/monaco`,
    )
  }
  // Credentials would be visible in every message and in the process list.
  if (/:\/\/[^/]*@/.test(mirrorUrl)) {
    throw new CommandError(exitCodes.usage, 'the mirror URL must not contain a user name or password')
  }
  const name = `${reference}-latest.osm.pbf`
  return {
    kind: 'mirror',
    url: `${mirrorUrl}/${name}`,
    file: join(dataDir, 'extracts', name),
    region: basename(reference),
  }
}

/**
 * Returns whether a reference looks like a file, even if the file does not exist. A mistyped path must not be looked up
 * on a mirror.
 */
function looksLikeFile(reference: string): boolean {
  return (
    /^[./~\\]/.test(reference) ||
    EXTRACT_EXTENSIONS.test(reference) ||
    (statSync(reference, { throwIfNoEntry: false })?.isFile() ?? false)
  )
}
