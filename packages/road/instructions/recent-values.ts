/**
 * A two-generation cache of recently used values. When the new generation is full, it becomes the old generation, and
 * unused old values are dropped. The cache never exceeds twice its capacity and needs no ordered list.
 */
export class TwoGenerationCache<Key, Value extends object | string> {
  private newGeneration = new Map<Key, Value>()
  private oldGeneration = new Map<Key, Value>()
  private readonly capacity: number
  private readonly compute: (key: Key) => Value

  constructor(capacity: number, compute: (key: Key) => Value) {
    this.capacity = capacity
    this.compute = compute
  }

  get(key: Key): Value {
    const cached = this.newGeneration.get(key)
    if (cached !== undefined) return cached
    const value = this.oldGeneration.get(key) ?? this.compute(key)
    if (this.newGeneration.size === this.capacity) {
      this.oldGeneration = this.newGeneration
      this.newGeneration = new Map<Key, Value>()
    }
    this.newGeneration.set(key, value)
    return value
  }

  get size(): number {
    return this.newGeneration.size + this.oldGeneration.size
  }
}
