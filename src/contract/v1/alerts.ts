import * as z from 'zod/mini'
import { ALERT_KINDS } from '#domain/alerts.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, line, noContent } from '../shapes.ts'

/**
 * A problem of the installation itself, described so that a person can act on it. It ends automatically once it is
 * resolved.
 */
export const alert = z.object({
  alertID: id,
  kind: z.enum(ALERT_KINDS),
  /**
   * `phone-silent`: the deviceID of a phone that holds records, else the driverID; `records-missing`: the deviceID;
   * `backup-failed`: `photos:3` where one was made without three photos; `calendar-ending`: `ended` once it has ended;
   * `payment-unbooked`, `payment-disputed`, `refund-failed`, `debit-failed`: the customerID, where it is known, and the provider's ID;
   * `charge-failed`, `debit-silent`: customerID and checkoutID; `autopay-paused`: customerID, methodID and reason;
   * `reminders-due`: the day;
   * empty for a kind with a single subject.
   */
  subject: z.string(),
  title: z.string(),
  /** What it means and what to do about it. */
  advice: z.string(),
  openedAt: instant,
  /** When the check last found the problem. */
  lastSeenAt: instant,
  endedAt: z.nullable(instant),
  resolution: z.nullable(z.string()),
})
export type Alert = z.input<typeof alert>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/v1/alerts',
  summary:
    'What needs attention: backups, silent phones, lost records, stuck emails, the disk, the nightly clean-up, a calendar that ends, of what the caller’s role includes. Those that stand, unless asked otherwise',
  roles: { ADMIN: 'any' },
  // Each kind has its own area (`ALERT_AREAS`).
  area: 'shared',
  reads: 'any',
  input: z.strictObject({ ...pageQuery, status: z.optional(z.enum(['open', 'ended', 'all'])) }),
  output: pageOf(alert),
  refusals: ['keyword_too_short'],
})

export const resolveAlert = endpoint({
  method: 'PUT',
  path: '/v1/alerts/{alertID}/resolve',
  summary:
    'A card payment that couldn’t be booked (`payment-unbooked`) is dealt with, and how: its alert ends for good. Every other alert ends when its problem does',
  roles: { ADMIN: 'any' },
  area: 'money',
  changes: ['alerts', 'audit'],
  input: z.strictObject({ alertID: id, reason: line }),
  output: noContent,
  status: 204,
  refusals: ['wrong_state'],
})
