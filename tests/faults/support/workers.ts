/** Processes `items` with limited concurrency. A worker stops at the first item for which `work` returns 'stop'. */
export async function workOff<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<'next' | 'stop'>,
): Promise<void> {
  // All workers share one iterator, so exactly one worker processes each item.
  const queue = Iterator.from(items)
  const worker = async (): Promise<void> => {
    for (const item of queue) if ((await work(item)) === 'stop') return
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
