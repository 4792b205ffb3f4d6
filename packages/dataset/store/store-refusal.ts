export type StoreErrorKind = 'bad-region-name' | 'no-such-region' | 'no-such-dataset' | 'unusable-dataset'

/** An operation the store cannot perform. The message says what is possible. */
export class StoreError extends Error {
  readonly kind: StoreErrorKind
  constructor(kind: StoreErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
