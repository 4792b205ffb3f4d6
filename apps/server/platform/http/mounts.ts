import { once } from 'node:events'
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Part of the API that is served at the root of a port or host name. */
interface Mount {
  /** Path of the mounted part, without a trailing slash. */
  readonly prefix: string
  /** Path prefix that clients send and that is removed before routing. */
  readonly stripped?: string
  readonly port?: number
  readonly host?: string
}

interface RequestWithHost {
  readonly headers: { readonly host?: string | undefined }
}

interface MountedRequest extends RequestWithHost {
  readonly url?: string | undefined
  readonly socket: unknown
}

/** Rewrites the paths of requests that arrive at the ports and hosts of mounts. */
export class Mounts {
  private readonly mounts: readonly Mount[]
  private readonly byHost: ReadonlyMap<string, Mount>
  private readonly bySocket = new WeakMap<object, Mount>()
  private readonly listeners: Server[] = []

  constructor(mounts: readonly Mount[]) {
    this.mounts = mounts
    this.byHost = new Map(mounts.flatMap((mount) => (mount.host === undefined ? [] : [[mount.host, mount]])))
  }

  get isEmpty(): boolean {
    return this.mounts.length === 0
  }

  /** Returns whether a request arrived at the port or host of a mount. */
  isMounted(request: RequestWithHost, socket: unknown): boolean {
    return this.findMount(request, socket) !== undefined
  }

  /** Returns the API path of a request. */
  toPath({ url = '/', headers, socket }: MountedRequest): string {
    const mount = this.findMount({ headers }, socket)
    if (!mount) return url
    const { prefix, stripped } = mount
    return `${prefix}${stripped !== undefined && url.startsWith(`${stripped}/`) ? url.slice(stripped.length) : url}`
  }

  /** Listens on the ports of the mounts. The limits of the main port also apply to these connections. */
  async listen(app: FastifyInstance, host: string, reusePort: boolean): Promise<void> {
    for (const mount of this.mounts) {
      if (mount.port === undefined) continue
      // A browser reuses a connection only for the same port, so all its requests are for this mount.
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
        this.bySocket.set(socket, mount)
        app.server.emit('connection', socket)
      })
      const options: ListenOptions & { readonly reusePort: boolean } = { port: mount.port, host, reusePort }
      listener.listen(options)
      await once(listener, 'listening')
      this.listeners.push(listener)
    }
  }

  private findMount({ headers }: RequestWithHost, socket: unknown): Mount | undefined {
    return this.bySocket.get(Object(socket)) ?? this.byHost.get(toHostName(headers.host ?? ''))
  }

  /** Stops accepting connections. The app closes the open connections. */
  close(): void {
    for (const listener of this.listeners) listener.close()
  }
}

function toHostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '')
}
