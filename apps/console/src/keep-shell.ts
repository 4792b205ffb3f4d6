/**
 * Registers the service worker that caches the pages and the map, so that they also open while the service is
 * unavailable. Registration starts after the visible content has loaded. Browsers allow service workers only on HTTPS
 * and localhost. On other origins, the pages work without a service worker.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) {
    firstVisitUrls = undefined
    return
  }
  const register = () => void startWorker(navigator.serviceWorker).catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}

/** URLs of the map files until the service worker is active. Undefined on later visits. */
let firstVisitUrls: string[] | undefined = []
/** The service worker during the first visit. It does not see requests from threads that started before it. */
let newWorker: ServiceWorker | undefined

/** Caches a map file that a thread of the map loads during the first visit. */
export function keepMapFile(url: string): void {
  const { href } = new URL(url, location.href)
  if (newWorker === undefined) firstVisitUrls?.push(href)
  else newWorker.postMessage([href])
}

async function startWorker(container: ServiceWorkerContainer): Promise<void> {
  const isFirstVisit = container.controller === null
  await container.register('/service-worker.js')
  if (isFirstVisit) {
    const { active } = await container.ready
    newWorker = active ?? undefined
    const pageUrls = performance.getEntriesByType('resource').map(({ name }) => name)
    newWorker?.postMessage([...pageUrls, ...(firstVisitUrls ?? [])])
  }
  firstVisitUrls = undefined
}
