import { signal } from '@preact/signals'

/** Which page is open, and what was asked there: all of it is in the address, so that a link shows the same to others. */
export interface Place {
  readonly page: string
  readonly query: URLSearchParams
}

export const place = signal<Place>(read())

function read(): Place {
  const [page = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return { page: page === '' ? 'plan' : page, query: new URLSearchParams(query) }
}

window.addEventListener('hashchange', () => {
  place.value = read()
})

export function linkTo(page: string, query: Record<string, string> = {}): string {
  const text = toQuery(query)
  return `#/${page}${text === '' ? '' : `?${text}`}`
}

/** Replaces the query of the page in the address without a new entry in the history: dragging would fill it. */
export function keepInUrl(page: string, query: Record<string, string>): void {
  const link = linkTo(page, query)
  if (link === location.hash) return
  history.replaceState(null, '', link)
  place.value = read()
}

/** Commas and semicolons may stand in a fragment: links with coordinates stay readable. */
function toQuery(query: Record<string, string>): string {
  return new URLSearchParams(query).toString().replaceAll('%2C', ',').replaceAll('%3B', ';').replaceAll('%3A', ':')
}
