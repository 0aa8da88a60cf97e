import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { chargeNotices } from '../../db/tables/autopay.ts'
import type { Dependencies } from '../../ports.ts'
import type { InvoiceShown } from './invoices-reads.ts'

/** What the mail of an invoice says where the invoice is charged by itself (domain.md 20). */
export interface ChargeAnnounced {
  readonly sentence: string
  readonly methodID: string
  readonly amount: Cents
}

export type ChargeAnnouncer = (
  tx: Queryable,
  deps: Pick<Dependencies, 'config' | 'payments'>,
  rows: readonly InvoiceShown[],
  now: Date,
) => Promise<ReadonlyMap<string, ChargeAnnounced>>

let announcer: ChargeAnnouncer | null = null

/** The feature that charges uses the invoices, so these can't import it: `compose` hands it over. */
export function announceChargesBy(announce: ChargeAnnouncer): void {
  announcer = announce
}

export const chargesAnnounced: ChargeAnnouncer = async (tx, deps, rows, now) =>
  (await announcer?.(tx, deps, rows, now)) ?? new Map()

/** Keeps which mail announces which charges: they are made only after it was sent. */
export async function keepNotices(
  tx: Queryable,
  notices: readonly { readonly mailID: string; readonly invoiceID: string; readonly charge: ChargeAnnounced }[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return
  await tx.insert(chargeNotices).values(
    notices.map(({ mailID, invoiceID, charge: { methodID, amount } }) => ({
      mailID,
      invoiceID,
      methodID,
      amount,
      createdAt: now,
    })),
  )
}
