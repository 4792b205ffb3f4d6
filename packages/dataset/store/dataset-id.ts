/** `20261115T052501123Z-1a2b3c4d5e6f`: when it was made and what it holds. Sorts by time. */
const SHAPE = /^\d{8}T\d{9}Z-[0-9a-f]{12}$/

export function toDatasetId(createdAt: Date, contentSha256: string): string {
  return `${createdAt.toISOString().replace(/[-:.]/g, '')}-${contentSha256.slice(0, 12)}`
}

/** Has capitals and so is never part of a region's name: both are folders beside each other. */
export function isDatasetId(name: string): boolean {
  return SHAPE.test(name)
}
