import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Decides which addresses a webhook may have. The server is inside the operator's network, so an address there would let
 * any admin call machines that only this network can reach.
 */

/** An address that anybody on the internet may call; not loopback, private, link-local or reserved. */
function isPublic(address: string): boolean {
  // An IPv4 address written as IPv6 is judged as the IPv4 address.
  return ipaddr.process(address).range() === 'unicast'
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
  // URL writes an IPv6 address in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '')
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
