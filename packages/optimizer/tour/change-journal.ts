const FIELDS = 3

/** A growing stack of changes, three numbers each. */
export class ChangeJournal {
  #entries = new Int32Array(FIELDS * 1024)
  #length = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  clear(): void {
    this.#length = 0
  }

  push(kind: number, one: number, other: number): void {
    if (this.#length === this.#entries.length) this.#grow()
    this.#entries[this.#length] = kind
    this.#entries[this.#length + 1] = one
    this.#entries[this.#length + 2] = other
    this.#length += FIELDS
  }

  /** Removes the last change and returns the index of its first field in `entries`. */
  pop(): number {
    this.#length -= FIELDS
    return this.#length
  }

  get entries(): Int32Array {
    return this.#entries
  }

  #grow(): void {
    const longer = new Int32Array(this.#entries.length * 2)
    longer.set(this.#entries)
    this.#entries = longer
  }
}
