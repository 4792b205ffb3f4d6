import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'

/** IPv4 networks outside the public internet, from IANA's special-purpose registry. */
const privateIPv4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  privateIPv4.addSubnet(network, bits, 'ipv4')
}
/**
 * The IPv6 networks are a separate list, because a combined list would apply the IPv4-mapped network to all IPv4
 * addresses.
 */
const privateIPv6 = new BlockList()
for (const [network, bits] of [
  ['::', 96],
  // The next five networks embed IPv4 addresses in IPv6 addresses: mapped, NAT64, 6to4 and Teredo.
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  privateIPv6.addSubnet(network, bits, 'ipv6')
}

export function isPrivateAddress(ip: string): boolean {
  return isIPv4(ip) ? privateIPv4.check(ip, 'ipv4') : privateIPv6.check(ip, 'ipv6')
}

const MAX_URL_LENGTH = 2000

/**
 * Returns the reason why a URL cannot be a webhook target, or undefined if it can. Names are resolved only when
 * messages are sent.
 */
export function findTargetError(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'it must be a URL such as https://example.com/hook'
  if (text.length > MAX_URL_LENGTH) return `it must have at most ${MAX_URL_LENGTH} characters; it has ${text.length}`
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or password'
  if (allowPrivate) return undefined
  if (url.protocol === 'http:') return 'it must begin with https://'
  const host = toHostname(url)
  const isLocalName = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host)
  if (isLocalName || (isIP(host) !== 0 && isPrivateAddress(host)))
    return 'it must be on the public internet, because the operator of this service does not allow targets on private networks'
  return undefined
}

/** Returns the host of a URL without the brackets of IPv6 addresses, as the network functions expect. */
export function toHostname({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

export class PrivateTargetError extends Error {}

/**
 * Resolves the name of a target when a connection is made, and rejects private addresses. The connection uses the
 * checked addresses, so the name cannot change in between.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0)
    const refusedAddress = addresses.find(({ address }) => isPrivateAddress(address))
    const [first] = addresses
    if (refusedAddress)
      return callback(new PrivateTargetError(`${hostname} resolves to ${refusedAddress.address}`), '', 0)
    if (options.all) return callback(null, addresses)
    return callback(null, first?.address ?? '', first?.family ?? 0)
  })
}
