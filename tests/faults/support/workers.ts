/** Works off `items` with so many at a time; a worker stops at the first item for which `work` says so. */
export async function workOff<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<'next' | 'stop'>,
): Promise<void> {
  // One iterator for all workers: each item goes to exactly one of them.
  const queue = Iterator.from(items)
  const worker = async (): Promise<void> => {
    for (const item of queue) if ((await work(item)) === 'stop') return
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
