import type { Role } from './words.ts'

/**
 * Hours without a request after which a session ends. A week without signal must not sign a driver out; an unattended
 * office computer must be signed out (api.md, "Session").
 */
export const SESSION_IDLE_HOURS: Readonly<Record<Role, number>> = { ADMIN: 12, DRIVER: 30 * 24, CUSTOMER: 30 * 24 }

/** Days after which a session ends, even when in use (OWASP ASVS 5, 7.3.2). */
export const SESSION_MAX_DAYS = 90
