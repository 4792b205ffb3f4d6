/** Index that means "no string". */
export const NO_STRING = 0xffffffff

/** Table of strings without duplicates. A million houses share a few thousand streets, towns and postal codes. */
export class PlaceStrings {
  private readonly indices = new Map<string, number>()
  private readonly strings: string[] = []

  get count(): number {
    return this.strings.length
  }

  intern(string: string | undefined): number {
    if (string === undefined || string === '') return NO_STRING
    const existingIndex = this.indices.get(string)
    if (existingIndex !== undefined) return existingIndex
    this.indices.set(string, this.strings.length)
    this.strings.push(string)
    return this.strings.length - 1
  }

  findString(number: number): string | undefined {
    return number === NO_STRING ? undefined : this.strings[number]
  }
}
