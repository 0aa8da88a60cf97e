import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import path from 'node:path'

const ASSETS = '/assets/'
/** Its name contains the hash of what it says. */
export const ASSET_CACHE = 'public, max-age=31536000, immutable'
const LOGO = '/v1/logo/'
const OPENAPI = '/v1/openapi.json'
const DRIVERS_PAGE = 'index.html'
const OFFICE_PAGE = 'office.html'

/**
 * Serves the built client, if there is one: hashed assets are cached for a year, everything else is revalidated each
 * time.
 * @returns whether there is a client
 */
export async function serveClient(app: FastifyInstance, folder: string): Promise<boolean> {
  if (!existsSync(path.join(folder, DRIVERS_PAGE))) return false
  await app.register(serveFiles, {
    root: folder,
    wildcard: true,
    dotfiles: 'ignore',
    redirect: false,
    index: OFFICE_PAGE,
    // A compressed twin is sent for its original only: by its own name it would have no type.
    allowedPath: (name) => !name.endsWith('.br'),
    // The build writes a .br beside each file where it saves enough.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.startsWith(path.join(folder, 'assets') + path.sep)
      reply.header('cache-control', hashed ? ASSET_CACHE : 'no-cache')
      reply.header('vary', 'Accept-Encoding')
    },
  })
  // Browsers request it by themselves for a page without an icon.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', 'public, max-age=86400').send())
  return true
}

/**
 * Whether the app's page answers this address, so that its router shows a screen or its own 404. Never for /v1 or an
 * asset.
 */
export function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const at = request.url.split('?')[0] ?? ''
  if (at === '/v1' || at.startsWith('/v1/') || at.startsWith(ASSETS)) return false
  const { accept = '*/*', 'sec-fetch-mode': mode } = request.headers
  if (mode === 'navigate' || accept.includes('text/html')) return true
  return mode === undefined && accept.includes('*/*') && MAILED.test(at)
}

// The pages that emails link to. A mail scanner that checks a link accepts anything, and a 404 would make it report the
// link as dead; other programs that guess an address get 404.
const MAILED =
  /^\/($|(cases|confirm-email|forgot-password|invoices|login|pay|pay-automatically|payment-cancel|payment-success|quotation|recover|register|schedules|set-up|skip)(\/|$))/

/** The addresses of a driver's screens. */
const DRIVERS = /^\/(pickups|incomes)(\/|$)/

/** The app's page; at a driver's address the one that loads the driver's screens at once (vite.config.ts). */
export function sendApp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const at = request.url.split('?')[0] ?? ''
  return reply.code(200).sendFile(DRIVERS.test(at) ? DRIVERS_PAGE : OFFICE_PAGE)
}

/**
 * Whether the answer may be kept in a shared cache: assets, the firm's logo, and the description of the API. They must
 * contain nothing about the caller.
 */
export function isAsset(request: FastifyRequest): boolean {
  return [ASSETS, LOGO, OPENAPI].some((start) => request.url.startsWith(start))
}
