import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses a webhook may have, so that nobody reaches the operator's own network through this server. */

/** @param host as URL gives it: IPv6 in brackets */
const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/** An address that anybody on the internet may call; not loopback, private, link-local or reserved. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address)
  const plain = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed
  return plain.range() === 'unicast'
}

/**
 * Why a webhook can't have this address; null: it can, as far as its text shows. Names are judged when they are looked
 * up.
 * @param hosts of WEBHOOK_HOSTS, with their port where it is not the scheme's own
 */
export function addressProblem(text: string, hosts: readonly string[]): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'Enter an address that begins with https://'
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return 'Enter an address without a user, a password and #'
  if (hosts.includes(url.host)) return null
  if (url.protocol === 'http:') return 'Enter an address that begins with https://'
  const host = bare(url.hostname)
  if (isIP(host) !== 0 ? !isPublic(host) : !host.includes('.') || /\.(localhost|local|internal)\.?$/i.test(host))
    return 'This address is in a private network. Whoever runs the server can allow it with WEBHOOK_HOSTS'
  return null
}

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/** Looks a name up, and fails with `PrivateAddress` if it leads only into a private network. */
export const publicLookup: LookupFunction = (hostname, options, answer) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const open = error === null ? (found as LookupAddress[]).filter(({ address }) => isPublic(address)) : []
    const [first] = open
    if (error !== null) answer(error, '')
    else if (first === undefined) answer(new PrivateAddress('The name leads into a private network.'), '')
    else if (options.all === true) answer(null, open)
    else answer(null, first.address, first.family)
  })
