import { hostileTexts } from '../api/hostile-queries.ts'
import { HUGE, NUMBERS } from '../api/hostile-values.ts'

export type Random = () => number

export function pick<T>(random: Random, items: readonly T[]): T | undefined {
  return items[Math.floor(random() * items.length)]
}

/** Placeholder for JSON that cannot be written as a JavaScript value, such as 1e999. */
const MARK_PREFIX = 'fuzz-mark-c0ffee'

const SMALL_VALUES: readonly string[] = ['null', 'true', 'false', '0', '-1', '0.5', '""', '"x"', '[]', '{}', '[[]]']

/** Number of mutations per huge value. Huge values are rare because each takes as long as hundreds of other values. */
const VALUES_PER_HUGE_VALUE = 200

function pickHostileJson(random: Random): string {
  if (random() < 1 / VALUES_PER_HUGE_VALUE) return pick(random, HUGE.all)?.json ?? '0'
  const roll = random()
  if (roll < 0.4) return pick(random, SMALL_VALUES) ?? '0'
  if (roll < 0.7) return pick(random, NUMBERS)?.json ?? '0'
  return JSON.stringify(pick(random, hostileTexts) ?? '')
}

/** Location in a JSON value: the container and its key. */
interface Slot {
  readonly container: Record<string, unknown>
  readonly key: string
}

const MAX_SLOTS = 2000

function listSlots(root: unknown): Slot[] {
  const slots: Slot[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const container = value as Record<string, unknown>
    for (const key of Object.keys(container)) {
      if (slots.length >= MAX_SLOTS) return
      slots.push({ container, key })
      visit(container[key])
    }
  }
  visit(root)
  return slots
}

/** Returns a valid body with slightly different numbers, so that it is a different request. */
export function nudge(example: unknown, random: Random): string {
  const copy: unknown = structuredClone(example)
  for (const { container, key } of listSlots(copy)) {
    const value = container[key]
    if (typeof value === 'number' && !Number.isInteger(value)) container[key] = value + (random() - 0.5) / 50
  }
  return JSON.stringify(copy)
}

/** Returns a body with one to three errors. Each error removes, doubles or replaces a value. */
export function damage(example: unknown, random: Random): string {
  const copy: unknown = structuredClone(example)
  const replacements: string[] = []
  for (let count = 1 + Math.floor(random() * random() * 3); count > 0; count--) {
    const slot = pick(random, listSlots(copy))
    if (!slot) return pickHostileJson(random)
    const { container, key } = slot
    const roll = random()
    if (roll < 0.2) {
      if (Array.isArray(container)) container.splice(Number(key), 1)
      else delete container[key]
    } else if (roll < 0.3) {
      container[Array.isArray(container) ? container.length : `${key}2`] = container[key]
    } else {
      container[key] = `${MARK_PREFIX}${replacements.push(pickHostileJson(random)) - 1}`
    }
  }
  return JSON.stringify(copy).replace(
    new RegExp(`"${MARK_PREFIX}(\\d+)"`, 'g'),
    (_, index: string) => replacements[Number(index)] ?? '0',
  )
}
