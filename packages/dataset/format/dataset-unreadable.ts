export type UnreadableKind = 'missing' | 'not-a-dataset' | 'other-version' | 'truncated' | 'damaged'

/** A dataset file that cannot be used. The message says which file, where, why, and how to fix it. */
export class DatasetUnreadable extends Error {
  readonly kind: UnreadableKind
  readonly file: string
  readonly offset: number
  readonly remedy: string

  constructor(kind: UnreadableKind, file: string, offset: number, problem: string, remedy: string) {
    super(`${file}, byte ${offset}: ${problem}; ${remedy}`)
    this.kind = kind
    this.file = file
    this.offset = offset
    this.remedy = remedy
  }
}

/** Datasets are made from extracts, so rebuilding fixes any problem. */
export function rebuildRemedy(region = 'NAME'): string {
  return `rebuild it with: fairway compile <extract> --region ${region}`
}
