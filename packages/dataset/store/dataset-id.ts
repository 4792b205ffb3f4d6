/**
 * Pattern of IDs such as `20261115T052501123Z-1a2b3c4d5e6f`, which consist of creation time and content hash. The IDs
 * sort by time.
 */
const ID_PATTERN = /^\d{8}T\d{9}Z-[0-9a-f]{12}$/

export function toDatasetId(createdAt: Date, contentSha256: string): string {
  return `${createdAt.toISOString().replace(/[-:.]/g, '')}-${contentSha256.slice(0, 12)}`
}

/**
 * Returns whether a name is a dataset ID. IDs contain capitals, so they never collide with region names in the same
 * directory.
 */
export function isDatasetId(name: string): boolean {
  return ID_PATTERN.test(name)
}
