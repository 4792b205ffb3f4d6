/** Returns a MurmurHash3 hash of the UTF-16 units. The secret seed prevents targeted collisions. */
export function hash(text: string, seed: number): number {
  let state = seed | 0
  for (let index = 0; index < text.length; index++) {
    let unit = Math.imul(text.charCodeAt(index), 0xcc9e2d51)
    unit = (unit << 15) | (unit >>> 17)
    state ^= Math.imul(unit, 0x1b873593)
    state = (state << 13) | (state >>> 19)
    state = (Math.imul(state, 5) + 0xe6546b64) | 0
  }
  state ^= state >>> 16
  state = Math.imul(state, 0x85ebca6b)
  state ^= state >>> 13
  state = Math.imul(state, 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}
