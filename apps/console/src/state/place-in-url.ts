import { signal } from '@preact/signals'
import { dismissAll } from './notices.ts'

/** Which page is open, and what was asked there: all of it is in the address, so that a link shows the same to others. */
export interface Place {
  readonly page: string
  readonly query: URLSearchParams
  /** What the page has put beside the address, for this entry of the history alone; a link that was opened has none. */
  readonly kept?: string
}

export const place = signal<Place>(read())

function read(): Place {
  const [page = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const kept = keptNow()
  return {
    page: page === '' ? 'plan' : page,
    query: new URLSearchParams(query),
    ...(kept === undefined ? {} : { kept }),
  }
}

function keptNow(): string | undefined {
  const { kept } = (history.state ?? {}) as { readonly kept?: unknown }
  return typeof kept === 'string' ? kept : undefined
}

/** Two entries of the history may have the same address, and links change the address alone. */
for (const type of ['popstate', 'hashchange'])
  window.addEventListener(type, () => {
    const next = read()
    const { page, query, kept } = place.peek()
    const isNews = next.page !== page || next.kept !== kept || next.query.toString() !== query.toString()
    if (isNews) goTo(next)
  })

export function linkTo(page: string, query: Record<string, string> = {}): string {
  const text = toQuery(query)
  return `#/${page}${text === '' ? '' : `?${text}`}`
}

export interface Keeping {
  /** Done on purpose, so that the way back leads to what was there before; dragging and typing would fill the history. */
  readonly isStep?: boolean
  /** What does not fit into the address. */
  readonly kept?: string
}

/** Puts the query of the page into the address. */
export function keepInUrl(
  page: string,
  query: Record<string, string>,
  { isStep = false, kept = '' }: Keeping = {},
): void {
  const link = linkTo(page, query)
  if (link === location.hash && keptNow() === kept) return
  if (isStep) {
    // A bare page, too, is to be as it was when it is come back to, and not as it was left.
    if (keptNow() === undefined) history.replaceState({ kept: '' }, '', location.hash)
    history.pushState({ kept }, '', link)
  } else history.replaceState({ kept }, '', link)
  goTo(read())
}

function goTo(next: Place): void {
  dismissAll()
  place.value = next
}

/** Commas and semicolons may stand in a fragment: links with coordinates stay readable. */
function toQuery(query: Record<string, string>): string {
  return new URLSearchParams(query).toString().replaceAll('%2C', ',').replaceAll('%3B', ';').replaceAll('%3A', ':')
}
