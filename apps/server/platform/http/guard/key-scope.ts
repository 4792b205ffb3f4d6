import { BlockList, isIPv4 } from 'node:net'
import type { HttpFailure } from '../http-problems.ts'

/** Restrictions of a key. A list that is null does not restrict the key. */
export interface KeyScopes {
  /** Allowed operation ids of the OpenAPI document. */
  readonly operations: readonly string[] | null
  /** Allowed origins of web pages, such as https://app.example.com. */
  readonly origins: readonly string[] | null
  /** Allowed IP addresses, and networks in CIDR notation. */
  readonly networks: readonly string[] | null
}

/** Properties of a request that the scopes are checked against. */
export interface ScopedRequest {
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Creates the scope of a key. Returns undefined for a key without restrictions. */
export function createKeyScope(scopes: KeyScopes): KeyScope | undefined {
  return scopes.operations || scopes.origins || scopes.networks ? new KeyScope(scopes) : undefined
}

/** British and American ids of the same operation. A key that may use one of them may use both. */
const OPTIMIZE_SPELLINGS = ['optimize', 'optimise'] as const

/** Checks requests against the scopes of a key. The lookup tables are built once per key, so that a check is fast. */
export class KeyScope {
  private readonly scopes: KeyScopes
  private readonly operations: ReadonlySet<string> | undefined
  private readonly origins: ReadonlySet<string> | undefined
  private readonly networks: { readonly ipv4: BlockList; readonly ipv6: BlockList } | undefined

  constructor(scopes: KeyScopes) {
    const { operations, origins, networks } = scopes
    this.scopes = scopes
    if (operations) this.operations = new Set(operations.flatMap(listSpellings))
    if (origins) this.origins = new Set(origins)
    if (networks) this.networks = { ipv4: toBlockList(networks, 'ipv4'), ipv6: toBlockList(networks, 'ipv6') }
  }

  /** Returns whether the key may call the operation with this operation id. */
  allowsOperation(operationId: string): boolean {
    return this.operations?.has(operationId) ?? true
  }

  /** Returns the failure for the first scope that does not allow the request, or undefined. */
  findFailure(operationId: string | undefined, request: ScopedRequest): HttpFailure | undefined {
    const { operations, origins, networks, scopes } = this
    if (operations && !(operationId !== undefined && operations.has(operationId))) {
      return { kind: 'scope-operation', given: operationId, allowed: scopes.operations ?? [] }
    }
    if (origins) {
      const { origin } = request.headers
      if (typeof origin !== 'string' || !origins.has(origin)) {
        const requestOrigin = typeof origin === 'string' ? origin : undefined
        return { kind: 'scope-origin', given: requestOrigin, allowed: scopes.origins ?? [] }
      }
    }
    if (networks) {
      const ip = toPlainIp(request.ip)
      const family = isIPv4(ip) ? 'ipv4' : 'ipv6'
      if (!networks[family].check(ip, family)) {
        return { kind: 'scope-network', given: ip, allowed: scopes.networks ?? [] }
      }
    }
    return undefined
  }
}

/** Removes the zone and any port that a proxy appended from an IP address. Converts an IPv4-mapped address to IPv4. */
export function toPlainIp(clientIp: string): string {
  // Nearly all addresses are plain IPv4.
  if (!clientIp.includes(':') && !clientIp.startsWith('[')) return clientIp
  const ip = /^\[(.+)\](?::\d+)?$/.exec(clientIp)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(clientIp)?.[1] ?? clientIp
  if (!ip.includes(':')) return ip
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  return mappedIpv4?.[1] ?? ip.split('%')[0] ?? ip
}

function listSpellings(operation: string): readonly string[] {
  return (OPTIMIZE_SPELLINGS as readonly string[]).includes(operation) ? OPTIMIZE_SPELLINGS : [operation]
}

/** Creates a block list for one address family. A shared list would match ::/0 with IPv4 addresses too. */
function toBlockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [ip = '', bits] = network.split('/')
    if (isIPv4(ip) !== (family === 'ipv4')) continue
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, Number(bits), family)
  }
  return list
}
