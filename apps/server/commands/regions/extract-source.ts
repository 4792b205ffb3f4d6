import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EXTENSIONS, isRegionName, toRegionName } from '@fairway/dataset'
import { CommandFailed, exitCodes } from '../exit.ts'

/** The source of an extract: a local file, or a path on a mirror with its local target. */
export type ExtractSource =
  | { readonly kind: 'file'; readonly file: string; readonly region: string }
  | { readonly kind: 'mirror'; readonly url: string; readonly file: string; readonly region: string }

export interface Whereabouts {
  readonly mirrorUrl: string
  readonly dataDir: string
}

export function toExtractSource(what: string, { mirrorUrl, dataDir }: Whereabouts): ExtractSource {
  if (looksLikeFile(what)) return { kind: 'file', file: what, region: toRegionName(basename(what)) }
  if (!isRegionName(what)) {
    const path = `${JSON.stringify(what)} is neither a file nor a path on the mirror`
    throw new CommandFailed(
      exitCodes.usage,
      `${path}; give an extract such as ./monaco.osm.pbf or a path such as europe/monaco`,
    )
  }
  // Credentials would be visible in every message and in the process list.
  if (/:\/\/[^/]*@/.test(mirrorUrl)) {
    throw new CommandFailed(exitCodes.usage, 'the mirror URL must not contain a user name and a password')
  }
  const name = `${what}-latest.osm.pbf`
  return {
    kind: 'mirror',
    url: `${mirrorUrl}/${name}`,
    file: join(dataDir, 'extracts', name),
    region: basename(what),
  }
}

/**
 * A mistyped path must not be looked up on a mirror, so anything written like a file counts as one even if it does not
 * exist.
 */
function looksLikeFile(what: string): boolean {
  return (
    /^[./~\\]/.test(what) || EXTENSIONS.test(what) || (statSync(what, { throwIfNoEntry: false })?.isFile() ?? false)
  )
}
