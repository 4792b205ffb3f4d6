/**
 * A memory for the values asked for lately, in two generations: what the young one no longer has room for ages, and
 * what was not asked for since is forgotten. Never more than twice the room, and no list to keep in order.
 */
export class RecentValues {
  #young = new Map<string, string>()
  #old = new Map<string, string>()
  readonly #room: number
  readonly #compute: (key: string) => string

  constructor(room: number, compute: (key: string) => string) {
    this.#room = room
    this.#compute = compute
  }

  get(key: string): string {
    const known = this.#young.get(key)
    if (known !== undefined) return known
    const value = this.#old.get(key) ?? this.#compute(key)
    if (this.#young.size === this.#room) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
    return value
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }
}
