import { addMapFiles, fetchMapFile, findMapFile } from './map-cache.ts'

/**
 * Caches the pages, so that a reload while the service is unavailable shows the user's input and a message instead of
 * the browser error page. The service worker also caches the visible parts of the map, but no replies of the API.
 */

/** Files of this version, inserted by the build. The version changes whenever a file changes. */
const files: readonly string[] = JSON.parse('__SHELL_FILES__')
const CACHE_PREFIX = 'shell-'
/** Cached files are uncompressed, so the Accept-Encoding header of the request does not matter. */
const matchOptions = { ignoreVary: true }
const cacheName = `${CACHE_PREFIX}__SHELL_VERSION__`

interface ExtendableEventLike extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEventLike extends ExtendableEventLike {
  readonly request: Request
  respondWith(reply: Promise<Response>): void
}
/** Part of the worker scope that this file uses. The DOM type library does not include it. */
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEventLike) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableEventLike & { readonly data: unknown }) => void): void
}

const workerScope = self as unknown as WorkerScope

workerScope.addEventListener('install', (event) => {
  // `addAll` caches all files or none, so every cached version is complete. No other step writes to the cache.
  event.waitUntil(caches.open(cacheName).then(async (cache) => cache.addAll([...files])))
  void workerScope.skipWaiting()
})

workerScope.addEventListener('activate', (event) => {
  // Without `claim`, the page that installs the service worker would not be cached until its next visit.
  event.waitUntil(Promise.all([deleteOldCaches(), workerScope.clients.claim()]))
})

/** The page sends the URLs of the map files that it has loaded before. */
workerScope.addEventListener('message', (event) => {
  const { data } = event
  const urls = Array.isArray(data) ? data.filter((url) => typeof url === 'string') : []
  event.waitUntil(addMapFiles(urls.filter((url) => new URL(url).origin === workerScope.location.origin)))
})

/** Deletes old caches except the previous version, because open tabs may still load its files on demand. */
async function deleteOldCaches(): Promise<void> {
  const shellCacheNames = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  const oldCacheNames = shellCacheNames.filter((name) => name !== cacheName).slice(0, -1)
  await Promise.all(oldCacheNames.map((name) => caches.delete(name)))
}

workerScope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  const { origin, pathname } = url
  if (request.method !== 'GET' || origin !== workerScope.location.origin) return
  const mapFile = findMapFile(url)
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(fetchPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(findCachedAsset(request))
  else if (mapFile !== undefined) event.respondWith(fetchMapFile(request, mapFile))
  else if (files.includes(pathname) && pathname !== '/') event.respondWith(fetchFileFirst(request))
})

/** Requests the page from the service first, so that a new version is used immediately. */
async function fetchPage(request: Request): Promise<Response> {
  const reply = await fetch(request).catch(() => undefined)
  // When the service is down, its proxy returns a 5xx error.
  if (reply !== undefined && reply.status < 500) return reply
  return (await findCachedFile('/')) ?? reply ?? Response.error()
}

async function fetchFileFirst(request: Request): Promise<Response> {
  const reply = await fetch(request).catch(() => undefined)
  return reply ?? (await caches.match(request, matchOptions)) ?? Response.error()
}

/** Returns the cached file, or fetches it. File names change with their content, so a cached file is always current. */
async function findCachedAsset(request: Request): Promise<Response> {
  return (await caches.match(request, matchOptions)) ?? (await fetch(request))
}

async function findCachedFile(path: string): Promise<Response | undefined> {
  return (await caches.open(cacheName)).match(path, matchOptions)
}
