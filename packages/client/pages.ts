import { FairwayError } from './call/fairway-error.ts'

/** A reply that may have another one behind it. */
interface Page {
  readonly next?: string
}

/** What is on all pages, in their order. The next page is asked for when the loop has come to the end of one. */
export async function* itemsOf<Reply extends Page, Item>(
  ask: (next: string | undefined) => Promise<Reply>,
  itemsIn: (page: Reply) => readonly Item[],
): AsyncGenerator<Item, void, void> {
  let next: string | undefined
  do {
    const page = await ask(next)
    yield* itemsIn(page)
    // Asking for the same page for ever would be worse than an end.
    if (page.next !== undefined && page.next === next) throw endless(next)
    next = page.next
  } while (next !== undefined)
}

function endless(next: string): FairwayError {
  const detail = `the page after ${next} names itself as the next one; is baseUrl the address of the service?`
  return new FairwayError({ kind: 'reply', status: 200, busy: false, detail, attempts: 1 })
}
