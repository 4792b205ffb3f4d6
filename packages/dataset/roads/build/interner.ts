/** Numbers values in order of first appearance. Equal values get the same number. */
export class Interner<T> {
  private readonly indices = new Map<string, number>()
  readonly values: T[] = []

  intern(key: string, value: T): number {
    const existingIndex = this.indices.get(key)
    if (existingIndex !== undefined) return existingIndex
    const number = this.values.length
    this.indices.set(key, number)
    this.values.push(value)
    return number
  }
}
