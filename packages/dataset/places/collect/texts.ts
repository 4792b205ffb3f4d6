/** Marks a missing string. */
export const NO_TEXT = 0xffffffff

/** Numbered strings. A million houses share a few thousand streets, towns, and postal codes. */
export class Texts {
  private readonly numbers = new Map<string, number>()
  private readonly texts: string[] = []

  get count(): number {
    return this.texts.length
  }

  numberOf(text: string | undefined): number {
    if (text === undefined || text === '') return NO_TEXT
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.texts.length)
    this.texts.push(text)
    return this.texts.length - 1
  }

  textOf(number: number): string | undefined {
    return number === NO_TEXT ? undefined : this.texts[number]
  }
}
