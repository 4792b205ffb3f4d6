import { DATASET_FORMAT, isReadableFormat } from '../format/header.ts'
import { ROADS_FILE } from './compile-region.ts'
import type { Manifest } from './manifest.ts'
import { ManifestError, parseFormat, parseManifest } from './manifest-json.ts'

/** Names that a file of a dataset may have. A published manifest must not name files outside its folder. */
const FILE_NAME_PATTERN = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/
const SHA256_PATTERN = /^[0-9a-f]{64}$/

/**
 * Parses the manifest of a dataset that another server has compiled. Returns the problem if this server cannot use the
 * dataset. The problem completes a sentence that starts with the name of the manifest.
 */
export function parsePublishedManifest(
  json: string,
  { region, dataset }: { readonly region: string; readonly dataset: string },
): { readonly manifest: Manifest } | { readonly problem: string } {
  try {
    const format = parseFormat(json)
    if (!isReadableFormat(format))
      return { problem: `was compiled with format ${format}, but this server reads ${DATASET_FORMAT}` }
    const manifest = parseManifest(json)
    if (manifest.region !== region) return { problem: `is for the region ${manifest.region} instead of ${region}` }
    if (manifest.dataset !== dataset) return { problem: `is for the dataset ${manifest.dataset} instead of ${dataset}` }
    const problem = findFileProblem(manifest.files)
    return problem === undefined ? { manifest } : { problem }
  } catch (error) {
    if (error instanceof ManifestError) return { problem: error.message }
    throw error
  }
}

function findFileProblem(files: Manifest['files']): string | undefined {
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    if (!FILE_NAME_PATTERN.test(name) || name === 'manifest.json')
      return `has the invalid file name ${JSON.stringify(name)}`
    if (!Number.isSafeInteger(bytes) || bytes < 0) return `has the invalid size ${bytes} for ${name}`
    if (!SHA256_PATTERN.test(sha256)) return `has an invalid sha256 for ${name}`
  }
  return files[ROADS_FILE] ? undefined : `has no file ${ROADS_FILE}`
}
