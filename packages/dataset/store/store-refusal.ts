export type RefusalKind = 'bad-region-name' | 'no-such-region' | 'no-such-dataset' | 'unusable-dataset'

/** An operation the store cannot perform. The message says what is possible. */
export class StoreRefusal extends Error {
  readonly kind: RefusalKind
  constructor(kind: RefusalKind, message: string) {
    super(message)
    this.kind = kind
  }
}
