/** Hands out places in a memory one after the other, each on a line of the cache of its own. */
export class Places {
  end: number

  constructor(begin: number) {
    this.end = alignUp(begin)
  }

  take(bytes: number): number {
    const begin = this.end
    this.end = alignUp(begin + bytes)
    return begin
  }
}

function alignUp(address: number): number {
  return Math.ceil(address / 64) * 64
}
