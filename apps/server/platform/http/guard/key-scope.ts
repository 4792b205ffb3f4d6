import { BlockList, isIPv4 } from 'node:net'
import type { HttpFailure } from '../http-problems.ts'

/** The uses that a key is restricted to. A list that is null does not restrict the key. */
export interface KeyScopes {
  /** Operation ids of the OpenAPI document. */
  readonly operations: readonly string[] | null
  /** Origins of web pages, such as https://app.example.com. */
  readonly origins: readonly string[] | null
  /** IP addresses and networks in CIDR notation. */
  readonly networks: readonly string[] | null
}

/** The parts of a request that scopes depend on. */
export interface ScopedRequest {
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The scope of a key, or undefined for a key without restrictions. */
export function createKeyScope(scopes: KeyScopes): KeyScope | undefined {
  return scopes.operations || scopes.origins || scopes.networks ? new KeyScope(scopes) : undefined
}

/** Two spellings of one operation. */
const SPELLINGS = ['optimize', 'optimise'] as const

/** Checks requests against the scopes of a key. Built once per key, so that a check is a few lookups. */
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

  /** Whether the key may be used for an operation, by its operation id. */
  allowsOperation(operationId: string): boolean {
    return this.operations?.has(operationId) ?? true
  }

  /** The scope that does not allow the request, or undefined. */
  findFailure(operationId: string | undefined, request: ScopedRequest): HttpFailure | undefined {
    const { operations, origins, networks, scopes } = this
    if (operations && !(operationId !== undefined && operations.has(operationId))) {
      return { kind: 'scope-operation', given: operationId, allowed: scopes.operations ?? [] }
    }
    if (origins) {
      const { origin } = request.headers
      if (typeof origin !== 'string' || !origins.has(origin)) {
        const given = typeof origin === 'string' ? origin : undefined
        return { kind: 'scope-origin', given, allowed: scopes.origins ?? [] }
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

/**
 * An IP address without the port that some proxies append, without a zone, and as IPv4 if it is an IPv4-mapped address.
 */
export function toPlainIp(clientIp: string): string {
  const ip = /^\[(.+)\](?::\d+)?$/.exec(clientIp)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(clientIp)?.[1] ?? clientIp
  if (!ip.includes(':')) return ip
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  return mappedIpv4?.[1] ?? ip.split('%')[0] ?? ip
}

function listSpellings(operation: string): readonly string[] {
  return (SPELLINGS as readonly string[]).includes(operation) ? SPELLINGS : [operation]
}

/** Addresses of one family. A single list would match ::/0 with IPv4 addresses too. */
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
