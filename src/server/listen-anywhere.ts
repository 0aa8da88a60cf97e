import type { ServerConfig } from './config.ts'

interface Place {
  readonly port: number
  readonly host: string
  readonly ipv6Only?: boolean
}

/**
 * Without HOST on IPv4 and IPv6, so that a phone in the same network reaches it, and on a machine without IPv6 on IPv4.
 * @param listen rejects where it can't
 */
export async function listenAnywhere(
  { port, host }: Pick<ServerConfig, 'port' | 'host'>,
  listen: (place: Place) => Promise<unknown>,
): Promise<void> {
  if (host !== undefined) return void (await listen({ port, host }))
  try {
    await listen({ port, host: '::', ipv6Only: false })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error
    await listen({ port, host: '0.0.0.0' })
  }
}
