export type RefusalKind = 'bad-region-name' | 'no-such-region' | 'no-such-dataset' | 'unusable-dataset'

/** What was asked of the store cannot be done; the message says what can. */
export class StoreRefusal extends Error {
  readonly kind: RefusalKind
  constructor(kind: RefusalKind, message: string) {
    super(message)
    this.kind = kind
  }
}
