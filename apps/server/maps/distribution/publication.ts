import { isDatasetId } from '@fairway/dataset'

/**
 * File of each region that names the published dataset. It is the only file that changes, and it is written last, so a
 * reader never finds a dataset that is only partly published.
 */
export const PUBLICATION_FILE = 'latest.json'

export interface Publication {
  readonly dataset: string
  /** Checksum of manifest.json, which contains the checksums of all other files. */
  readonly manifestSha256: string
}

export function toPublicationJson({ dataset, manifestSha256 }: Publication): string {
  return `${JSON.stringify({ dataset, manifest_sha256: manifestSha256 })}\n`
}

/**
 * Parses a publication. If the publication is invalid, returns a problem that continues a sentence starting with the
 * file name.
 */
export function parsePublication(json: string): Publication | { readonly problem: string } {
  let fields: Partial<Record<string, unknown>>
  try {
    fields = Object(JSON.parse(json)) as Partial<Record<string, unknown>>
  } catch {
    return { problem: 'is not valid JSON' }
  }
  const { dataset, manifest_sha256: manifestSha256 } = fields
  if (typeof dataset !== 'string' || !isDatasetId(dataset)) return { problem: 'has no dataset id in "dataset"' }
  if (typeof manifestSha256 !== 'string' || !/^[0-9a-f]{64}$/.test(manifestSha256))
    return { problem: 'has no checksum in "manifest_sha256"' }
  return { dataset, manifestSha256 }
}
