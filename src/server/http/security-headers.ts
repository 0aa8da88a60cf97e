import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export interface SecuritySettings {
  /** Browsers reach the server through TLS; only then HSTS is sent. */
  readonly secure: boolean
  readonly includeSubDomains: boolean
  /** The origin of photos that are in S3; null: they are on this server. */
  readonly storageOrigin: string | null
}

/**
 * Sets what the product's pages may load, and that no other site may frame or read them (dependencies.md, "Trusted
 * Types").
 */
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
        // Mantine writes generated CSS, and a precached index.html can't carry a nonce.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...storage],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...storage],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        // The preview of a mail is shown in a frame without scripts.
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
    // Links in mails contain one-time tokens, which no other site may receive as the referrer.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: secure && { policy: 'same-origin' },
    originAgentCluster: secure,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self), payment=()')
  })
}
