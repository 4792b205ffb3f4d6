import { FairwayError } from './call/fairway-error.ts'

/** A response that may be followed by another page. */
interface Page {
  readonly next?: string
}

/**
 * Yields the items of all pages in order. The next page is requested when the loop reaches the end of the current page.
 */
export async function* iteratePages<Reply extends Page, Item>(
  fetchPage: (next: string | undefined) => Promise<Reply>,
  itemsIn: (page: Reply) => readonly Item[],
): AsyncGenerator<Item, void, void> {
  let next: string | undefined
  do {
    const page = await fetchPage(next)
    yield* itemsIn(page)
    // A repeated page token is an error, because the loop would otherwise request the same page forever.
    if (page.next !== undefined && page.next === next) throw makeEndlessPagesError(next)
    next = page.next
  } while (next !== undefined)
}

function makeEndlessPagesError(next: string): FairwayError {
  const detail = `the page after ${next} names itself as the next one; check that baseUrl is the URL of the service`
  return new FairwayError({ kind: 'reply', status: 200, busy: false, detail, attempts: 1 })
}
