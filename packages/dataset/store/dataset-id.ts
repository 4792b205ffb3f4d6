/** `20261115T052501123Z-1a2b3c4d5e6f`: creation time and content hash. Sorts by time. */
const ID_PATTERN = /^\d{8}T\d{9}Z-[0-9a-f]{12}$/

export function toDatasetId(createdAt: Date, contentSha256: string): string {
  return `${createdAt.toISOString().replace(/[-:.]/g, '')}-${contentSha256.slice(0, 12)}`
}

/** Contains capitals, so it never collides with a region name. Both are folders in the same directory. */
export function isDatasetId(name: string): boolean {
  return ID_PATTERN.test(name)
}
