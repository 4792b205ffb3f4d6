/**
 * Caches the pages, so that a reload while the service is unavailable shows the user's input and a message instead of
 * the browser error page. It caches no service data: neither replies nor tiles.
 */

/** Inserted by the build: all files of this version, and a name that changes whenever any of them changes. */
const files: readonly string[] = JSON.parse('__SHELL_FILES__')
const PREFIX = 'shell-'
/** Files are cached uncompressed, so the Accept-Encoding of the request does not matter. */
const asKept = { ignoreVary: true }
const version = `${PREFIX}__SHELL_VERSION__`

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  readonly request: Request
  respondWith(reply: Promise<Response>): void
}
/** The part of the worker scope used here. The DOM type library does not include it. */
interface Scope {
  readonly location: Location
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}

const scope = self as unknown as Scope

scope.addEventListener('install', (event) => {
  // All files or none, because a partial page does not work. Only this step writes, so every version stays complete.
  event.waitUntil(caches.open(version).then(async (cache) => cache.addAll([...files])))
  void scope.skipWaiting()
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld())
})

/** The previous version stays, because open tabs may still load its files on demand. */
async function forgetOld(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const old = shells.filter((name) => name !== version).slice(0, -1)
  await Promise.all(old.map((name) => caches.delete(name)))
}

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(newestPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(part(request))
  else if (files.includes(pathname) && pathname !== '/') event.respondWith(newest(request))
})

/** Requests the page from the service first, so that the next load gets a new version. */
async function newestPage(request: Request): Promise<Response> {
  const reply = await fetch(request).catch(() => undefined)
  // When the service is down, a proxy in front of it returns a 5xx error.
  if (reply !== undefined && reply.status < 500) return reply
  return (await keptFile('/')) ?? reply ?? Response.error()
}

async function newest(request: Request): Promise<Response> {
  const reply = await fetch(request).catch(() => undefined)
  return reply ?? (await caches.match(request, asKept)) ?? Response.error()
}

/** File names change with their content, so the cached file is current. */
async function part(request: Request): Promise<Response> {
  return (await caches.match(request, asKept)) ?? (await fetch(request))
}

async function keptFile(path: string): Promise<Response | undefined> {
  return (await caches.open(version)).match(path, asKept)
}
