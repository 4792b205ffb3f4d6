export type UnreadableKind = 'missing' | 'not-a-dataset' | 'other-version' | 'truncated' | 'damaged'

/** Error for a dataset file that cannot be used. The message states the file, the position, the cause and the fix. */
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

/** Returns the command that fixes any unreadable dataset by rebuilding it from its extract. */
export function rebuildRemedy(region = 'NAME'): string {
  return `rebuild it with: fairway compile <extract> --region ${region}`
}
