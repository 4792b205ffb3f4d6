import { signal } from '@preact/signals'
import { dismissAll } from './notices.ts'

/** The open page and its query. All of it is in the URL, so that a link shows the same to others. */
export interface Place {
  readonly page: string
  readonly query: URLSearchParams
  /** State stored with this history entry only. A link opened from elsewhere has none. */
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

/** Two history entries may have the same URL, and links change only the URL. */
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
  /**
   * A deliberate change, so that the Back button returns to the previous state. Dragging and typing would fill the
   * history.
   */
  readonly isStep?: boolean
  /** State that does not fit into the URL. */
  readonly kept?: string
}

/** Writes the query of the page to the URL. */
export function keepInUrl(
  page: string,
  query: Record<string, string>,
  { isStep = false, kept = '' }: Keeping = {},
): void {
  const link = linkTo(page, query)
  if (link === location.hash && keptNow() === kept) return
  if (isStep) {
    // Going back to a bare page should also restore its earlier state, not the latest one.
    if (keptNow() === undefined) history.replaceState({ kept: '' }, '', location.hash)
    history.pushState({ kept }, '', link)
  } else history.replaceState({ kept }, '', link)
  goTo(read())
}

function goTo(next: Place): void {
  dismissAll()
  place.value = next
}

/** Commas and semicolons are allowed in a fragment, so links with coordinates stay readable. */
function toQuery(query: Record<string, string>): string {
  return new URLSearchParams(query).toString().replaceAll('%2C', ',').replaceAll('%3B', ';').replaceAll('%3A', ':')
}
