import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export interface SecuritySettings {
  /** Browsers reach the server through TLS: only then HSTS may be sent. */
  readonly secure: boolean
  /** HSTS may cover the subdomains too. */
  readonly includeSubDomains: boolean
  /** The origin of photos when they are not on this server: S3's. */
  readonly storageOrigin: string | null
}

/** What the product's pages may load; no other site may frame or read them (dependencies.md, "Trusted Types"). */
export async function setSecurityHeaders(
  app: FastifyInstance,
  { secure, includeSubDomains, storageOrigin }: SecuritySettings,
): Promise<void> {
  const storage = storageOrigin === null ? [] : [storageOrigin]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // Mantine writes generated CSS; a precached index.html can't carry a nonce.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...storage],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...storage],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        // The preview of a mail, in a frame without scripts.
        frameSrc: ['blob:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 365 * 24 * 3600, includeSubDomains },
    // Links in mails contain one-time tokens: no other site may receive the referrer.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: secure && { policy: 'same-origin' },
    originAgentCluster: secure,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
  })
}
