/** Assigns one number to equal values, in order of first appearance. */
export class Interner<T> {
  private readonly numbers = new Map<string, number>()
  readonly values: T[] = []

  numberOf(key: string, value: T): number {
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    const number = this.values.length
    this.numbers.set(key, number)
    this.values.push(value)
    return number
  }
}
