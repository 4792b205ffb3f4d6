export function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Adds one typo at a random position by removing, inserting, or replacing a letter, or by transposing two letters. */
export function withTypo(random: () => number, word: string): string {
  const at = Math.floor(random() * word.length)
  const letter = letters.charAt(Math.floor(random() * letters.length))
  switch (Math.floor(random() * 4)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1)
    case 1:
      return word.slice(0, at) + letter + word.slice(at)
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1)
    default: {
      const from = Math.max(0, Math.min(at, word.length - 2))
      return word.slice(0, from) + word.charAt(from + 1) + word.charAt(from) + word.slice(from + 2)
    }
  }
}
