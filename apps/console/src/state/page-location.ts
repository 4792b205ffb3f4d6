import { signal } from '@preact/signals'
import { dismissAll } from './notices.ts'

/** The open page and its query. All of it is in the URL, so that a link shows others the same page. */
export interface PageLocation {
  readonly page: string
  readonly query: URLSearchParams
  /** State stored with this history entry only. A link opened from elsewhere has none. */
  readonly savedState?: string
  /** The map position, as zoom/latitude/longitude. Missing until the user moves the map. */
  readonly mapView?: string
}

/** Not part of the query of a page: moving the map changes no request. */
const MAP_PARAMETER = 'map'

export const pageLocation = signal<PageLocation>(readLocation())

function readLocation(): PageLocation {
  const [page = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const savedState = readSavedState()
  const parameters = new URLSearchParams(query)
  const mapView = parameters.get(MAP_PARAMETER)
  parameters.delete(MAP_PARAMETER)
  return {
    page: page === '' ? 'plan' : page,
    query: parameters,
    ...(savedState === undefined ? {} : { savedState }),
    ...(mapView === null ? {} : { mapView }),
  }
}

function readSavedState(): string | undefined {
  const { kept } = (history.state ?? {}) as { readonly kept?: unknown }
  return typeof kept === 'string' ? kept : undefined
}

/** Two history entries may have the same URL, and links change only the URL. */
for (const type of ['popstate', 'hashchange'])
  window.addEventListener(type, () => {
    const next = readLocation()
    const { page, query, savedState, mapView } = pageLocation.peek()
    const hasChanged =
      next.page !== page ||
      next.savedState !== savedState ||
      next.mapView !== mapView ||
      next.query.toString() !== query.toString()
    if (hasChanged) showLocation(next)
  })

export function toLink(page: string, query: Record<string, string> = {}): string {
  const queryString = toQuery(query)
  return `#/${page}${queryString === '' ? '' : `?${queryString}`}`
}

export interface UrlWriteOptions {
  /**
   * A deliberate change, so that the Back button returns to the previous state. Dragging and typing would fill the
   * history.
   */
  readonly pushHistory?: boolean
  /** State that does not fit into the URL. */
  readonly savedState?: string
  /** False when the map is about to move to the new content. */
  readonly keepMapView?: boolean
}

/** Writes the query of the page to the URL. */
export function writeToUrl(
  page: string,
  query: Record<string, string>,
  { pushHistory = false, savedState = '', keepMapView = true }: UrlWriteOptions = {},
): void {
  const { page: currentPage, mapView } = pageLocation.peek()
  const keepsMapView = keepMapView && page === currentPage && mapView !== undefined
  const link = toLink(page, { ...query, ...(keepsMapView ? { [MAP_PARAMETER]: mapView } : {}) })
  if (link === location.hash && readSavedState() === savedState) return
  if (pushHistory) {
    // Going back to a bare page should also restore its earlier state, not the latest one.
    if (readSavedState() === undefined) history.replaceState({ kept: '' }, '', location.hash)
    history.pushState({ kept: savedState }, '', link)
  } else history.replaceState({ kept: savedState }, '', link)
  showLocation(readLocation())
}

/** Writes the map position to the URL. Neither the page nor its notifications change. */
export function writeMapView(mapView: string): void {
  const { page, query } = pageLocation.peek()
  const link = toLink(page, { ...Object.fromEntries(query), [MAP_PARAMETER]: mapView })
  if (link === location.hash) return
  history.replaceState(history.state, '', link)
  pageLocation.value = readLocation()
}

function showLocation(next: PageLocation): void {
  dismissAll()
  pageLocation.value = next
}

/** Commas, colons, slashes and semicolons are allowed in a fragment, so links with coordinates stay readable. */
function toQuery(query: Record<string, string>): string {
  return new URLSearchParams(query).toString().replaceAll(/%2C|%3B|%3A|%2F/g, decodeURIComponent)
}
