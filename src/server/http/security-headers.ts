import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export interface SecuritySettings {
  /** The browser reaches us through TLS: only then may it be told to insist on it. */
  readonly secure: boolean
  /** It may insist on it for every name below ours, too. */
  readonly includeSubDomains: boolean
  /** Where photos lie when they are not our own: S3's origin. */
  readonly storageOrigin: string | null
}

/** What a page of ours may load, and who may frame or read it: nobody (dependencies.md, "Trusted Types"). */
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
        frameSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 365 * 24 * 3600, includeSubDomains },
    // Links in mails carry one-time tokens: no other site is told where somebody came from.
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
