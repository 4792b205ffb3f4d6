/**
 * A two-generation cache of recently used values. When the young generation is full, it becomes the old one, and unused
 * old values are dropped. It never exceeds twice its capacity and needs no ordered list.
 */
export class RecentValues<Key, Value extends object | string> {
  private young = new Map<Key, Value>()
  private old = new Map<Key, Value>()
  private readonly room: number
  private readonly compute: (key: Key) => Value

  constructor(room: number, compute: (key: Key) => Value) {
    this.room = room
    this.compute = compute
  }

  get(key: Key): Value {
    const known = this.young.get(key)
    if (known !== undefined) return known
    const value = this.old.get(key) ?? this.compute(key)
    if (this.young.size === this.room) {
      this.old = this.young
      this.young = new Map<Key, Value>()
    }
    this.young.set(key, value)
    return value
  }

  get size(): number {
    return this.young.size + this.old.size
  }
}
