export type UnreadableKind = 'missing' | 'not-a-dataset' | 'other-version' | 'truncated' | 'damaged'

/** A dataset file that cannot be used. The message says which file, where, why, and how to fix it. */
export class DatasetUnreadable extends Error {
  readonly kind: UnreadableKind
  readonly file: string
  readonly offset: number
  readonly remedy: string

  constructor(kind: UnreadableKind, file: string, offset: number, what: string, remedy: string) {
    super(`${file}, byte ${offset}: ${what}; ${remedy}`)
    this.kind = kind
    this.file = file
    this.offset = offset
    this.remedy = remedy
  }
}

/** Datasets are made from extracts, so rebuilding fixes any problem. */
export function rebuild(region = 'NAME'): string {
  return `rebuild it with: fairway compile <extract> --region ${region}`
}
