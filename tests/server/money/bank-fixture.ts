import { type importBankFile, listBankLines } from '#contract/v1/bank.ts'
import { createInvoice } from '#contract/v1/invoices.ts'
import { getLedger } from '#contract/v1/transactions.ts'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { commBankFile, type SampleLine } from '#domain/bank-sample.ts'
import { paymentReference } from '#domain/identifiers.ts'
import type { createCustomer } from '#contract/v1/customers.ts'
import type { Office } from '../../support/office.ts'

export interface Payer {
  readonly customerID: string
  readonly reference: string
  readonly refId: string
  readonly invoiceIDs: readonly string[]
}

/** A customer with one invoice for each of these amounts, AUD. */
export async function payer(
  office: Office,
  amounts: readonly number[],
  some: Partial<CallOf<typeof createCustomer>> = {},
): Promise<Payer> {
  const { customerID, refId } = await office.make.customer(some)
  const invoiceIDs: string[] = []
  for (const price of amounts) {
    const lines = [{ description: 'Garden bag', quantity: 1, price }]
    const { invoiceID } = await office.call(office.admin, createInvoice, { customerID, lines })
    invoiceIDs.push(invoiceID)
  }
  return { customerID, refId, reference: paymentReference(refId), invoiceIDs }
}

const FILE = { 'content-type': 'application/octet-stream' }

export const sendFile = (office: Office, text: string, query: Record<string, string> = {}) =>
  office.admin.post<OutputOf<typeof importBankFile> & { code?: string; message?: string }>(
    `/v1/bank/files?${new URLSearchParams({ name: 'bank.csv', ...query })}`,
    text,
    FILE,
  )

/** The result of an import; throws when it was refused, or columns have to be chosen. */
export async function imported(office: Office, text: string, query: Record<string, string> = {}) {
  const { status, body } = await sendFile(office, text, query)
  if (status !== 200 || body.result === null) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.result
}

/** A CommBank file; amounts in AUD. */
export const bankCsv = (lines: readonly [day: string, dollars: number, text: string][], opening = 100_000) =>
  commBankFile(
    lines.map(([day, dollars, text]): SampleLine => ({ day, amount: Math.round(dollars * 100), text })),
    opening,
  )

export const linesOf = async (office: Office, some: CallOf<typeof listBankLines> = {}) =>
  (await office.call(office.admin, listBankLines, { perPage: 100, ...some })).items

export const waiting = (office: Office) => linesOf(office, { state: 'waiting' })

export const balanceOf = async (office: Office, { customerID }: Pick<Payer, 'customerID'>) =>
  (await office.call(office.admin, getLedger, { customerID })).accountBalance
