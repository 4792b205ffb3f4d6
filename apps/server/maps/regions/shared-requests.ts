/**
 * Recent requests by key. Callers with the same key share the result during the computation and for a while afterward.
 */
export class SharedRequests<T> {
  private readonly maxEntries: number
  private readonly results = new Map<string, Promise<T>>()

  constructor(maxEntries: number) {
    this.maxEntries = maxEntries
  }

  getOrRun(key: string, run: () => Promise<T>): Promise<T> {
    const pendingResult = this.results.get(key)
    if (pendingResult) return pendingResult
    const result = run()
    this.results.set(key, result)
    // A failed result is dropped, so that the next call retries.
    result.catch(() => this.results.delete(key))
    const oldest = this.results.keys().next().value
    if (this.results.size > this.maxEntries && oldest !== undefined) this.results.delete(oldest)
    return result
  }

  removeMatching(isForgotten: (key: string) => boolean): void {
    for (const key of this.results.keys()) if (isForgotten(key)) this.results.delete(key)
  }
}
