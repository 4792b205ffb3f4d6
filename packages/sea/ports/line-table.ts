/**
 * Lines of text that are searched where they lie: a map of the three hundred thousand names would take a second and a
 * hundred megabytes in every thread, a look through four million letters three milliseconds.
 */
export class LineTable {
  readonly text: string

  /** Every line ends with a line feed. */
  constructor(text: string) {
    this.text = text
  }

  /** The lines that hold some text, in order, each once, and where in the line it is. */
  *linesWith(part: string): Generator<{ readonly line: string; readonly at: number }> {
    let found = this.text.indexOf(part)
    while (found >= 0) {
      const start = this.text.lastIndexOf('\n', found) + 1
      const end = this.text.indexOf('\n', found)
      yield { line: this.text.slice(start, end), at: found - start }
      found = this.text.indexOf(part, end)
    }
  }
}
