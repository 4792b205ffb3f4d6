import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EXTENSIONS, isRegionName, toRegionName } from '@fairway/dataset'
import { CommandFailed, exitCodes } from '../exit.ts'

/** Where an extract comes from: a file that is here, or a path on a mirror and where it is kept. */
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
  // It would be seen in every message, and by whoever lists the processes.
  if (/:\/\/[^/]*@/.test(mirrorUrl)) {
    throw new CommandFailed(exitCodes.usage, 'the address of the mirror must not hold a name and a password')
  }
  const name = `${what}-latest.osm.pbf`
  return {
    kind: 'mirror',
    url: `${mirrorUrl}/${name}`,
    file: join(dataDir, 'extracts', name),
    region: basename(what),
  }
}

/** A mistyped path must not be looked for on a mirror, so what is written like a file is one even if it is not there. */
function looksLikeFile(what: string): boolean {
  return (
    /^[./~\\]/.test(what) || EXTENSIONS.test(what) || (statSync(what, { throwIfNoEntry: false })?.isFile() ?? false)
  )
}
