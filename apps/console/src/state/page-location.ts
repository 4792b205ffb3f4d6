import { signal } from '@preact/signals'
import { dismissNotices } from './notices.ts'

/** Open page and its query. The URL contains both, so that a shared link shows the same page. */
export interface PageLocation {
  readonly page: string
  readonly query: URLSearchParams
  /** State that is stored only with this history entry. A link that was opened elsewhere has no such state. */
  readonly savedState?: string
  /** Map position as zoom/latitude/longitude. Undefined until the user moves the map. */
  readonly mapView?: string
}

/**
 * Query parameter of the map position. The parameter is not part of the page query, because moving the map does not
 * change the request.
 */
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

/** Both events are needed because two history entries may have the same URL, and a link changes only the URL. */
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
   * Whether the Back button returns to the state before this change. Dragging and typing do not set this option,
   * because they would fill the history.
   */
  readonly pushHistory?: boolean
  /** State that does not fit into the URL. */
  readonly savedState?: string
  /** Whether to keep the map position. False if the map is about to move to the new content. */
  readonly keepMapView?: boolean
}

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
    // Mark the history entry of a page without state, so that the Back button restores that page instead of the latest
    // state.
    if (readSavedState() === undefined) history.replaceState({ kept: '' }, '', location.hash)
    history.pushState({ kept: savedState }, '', link)
  } else history.replaceState({ kept: savedState }, '', link)
  showLocation(readLocation())
}

/** Writes the map position to the URL. The page and its notifications stay unchanged. */
export function writeMapView(mapView: string): void {
  const { page, query } = pageLocation.peek()
  const link = toLink(page, { ...Object.fromEntries(query), [MAP_PARAMETER]: mapView })
  if (link === location.hash) return
  history.replaceState(history.state, '', link)
  pageLocation.value = readLocation()
}

function showLocation(next: PageLocation): void {
  dismissNotices()
  pageLocation.value = next
}

/**
 * Formats a query. A URL fragment may contain commas, colons, slashes and semicolons, so links with coordinates stay
 * readable.
 */
function toQuery(query: Record<string, string>): string {
  return new URLSearchParams(query).toString().replaceAll(/%2C|%3B|%3A|%2F/g, decodeURIComponent)
}
