/**
 * Keeps the pages themselves, so that somebody who loads them again while the service is away finds what was entered and is
 * told so, and not the error page of the browser. Nothing that the service answers is kept here: neither replies nor tiles.
 */

/** Written in by the build: all files of this version, and a name that is another one when any of them is. */
const files: readonly string[] = JSON.parse('__SHELL_FILES__')
const PREFIX = 'shell-'
/** They are kept unpacked: how the browser would take them packed makes no difference. */
const asKept = { ignoreVary: true }
const version = `${PREFIX}__SHELL_VERSION__`

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  readonly request: Request
  respondWith(reply: Promise<Response>): void
}
/** What is used of it: the types of the browser's pages do not know the workers. */
interface Scope {
  readonly location: Location
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}

const scope = self as unknown as Scope

scope.addEventListener('install', (event) => {
  // All of them or none: half a page is no page. Only here is anything written, so every version is kept as a whole.
  event.waitUntil(caches.open(version).then(async (cache) => cache.addAll([...files])))
  void scope.skipWaiting()
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld())
})

/** The version before stays: tabs that still show it load its parts when they are needed. */
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

/** From the service as long as there is one: a new version is there with the next load. */
async function newestPage(request: Request): Promise<Response> {
  const reply = await fetch(request).catch(() => undefined)
  // Whoever stands before a service that is away answers for it.
  if (reply !== undefined && reply.status < 500) return reply
  return (await keptFile('/')) ?? reply ?? Response.error()
}

async function newest(request: Request): Promise<Response> {
  const reply = await fetch(request).catch(() => undefined)
  return reply ?? (await caches.match(request, asKept)) ?? Response.error()
}

/** Its name changes with its content: what is here is what would come. */
async function part(request: Request): Promise<Response> {
  return (await caches.match(request, asKept)) ?? (await fetch(request))
}

async function keptFile(path: string): Promise<Response | undefined> {
  return (await caches.open(version)).match(path, asKept)
}
