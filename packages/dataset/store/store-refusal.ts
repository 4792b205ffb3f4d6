export type StoreErrorKind = 'bad-region-name' | 'no-such-region' | 'no-such-dataset' | 'unusable-dataset'

/** Error for an operation that the store cannot perform. The message lists the alternatives. */
export class StoreError extends Error {
  readonly kind: StoreErrorKind
  constructor(kind: StoreErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
