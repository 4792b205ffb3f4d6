/** Recent requests. Callers with the same key share the result while it is being made, and for a while after. */
export class Asked<T> {
  private readonly most: number
  private readonly made = new Map<string, Promise<T>>()

  constructor(most: number) {
    this.most = most
  }

  take(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.made.get(key)
    if (known) return known
    const made = make()
    this.made.set(key, made)
    // A failed result is dropped, so that the next call retries.
    made.catch(() => this.made.delete(key))
    const oldest = this.made.keys().next().value
    if (this.made.size > this.most && oldest !== undefined) this.made.delete(oldest)
    return made
  }

  forget(isForgotten: (key: string) => boolean): void {
    for (const key of this.made.keys()) if (isForgotten(key)) this.made.delete(key)
  }
}
