import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'

/**
 * The snapshot of each printed document (domain.md 6): everything the paper says as plain JSON, stored when the
 * document is issued. A PDF is made from the snapshot and the logo alone, so a later change of a name or price does not
 * alter it.
 */
export type PrintedDocument =
  | InvoiceDocument
  | AdjustmentDocument
  | AccountStatement
  | Receipt
  | DriverPayStatement
  | RecipientTaxInvoice
  | RecipientAdjustmentNote
  | PriceLetter

/** Empty texts: not given. */
export interface Firm {
  name: string
  /** One or more lines. */
  address: string
  /** E.164. */
  phone: string
  email: string
  /** 11 digits, with or without spaces. */
  abn: string
}

/** The customer, or who is billed in the customer's place. */
export interface Buyer {
  name: string
  address: string
  email: string | null
  refId: string
  /** refId and its check digit, for bank transfers. */
  paymentReference: string
}

export interface BankAccount {
  accountName: string
  bsb: string
  accountNumber: string
}

interface Issued {
  number: string
  issueDate: Day
}

/** How the customer can pay; null: not in this way. */
interface Payable {
  bank: BankAccount | null
  /** The page with the online payment. */
  payUrl: string | null
}

/** Balances are credit - owing: negative means that the customer owes (domain.md 7). */
export interface AccountSummary {
  before: Cents
  creditUsed: Cents
  /** What an adjustment takes off was written off before, and changes no balance; earlier documents omit it. */
  writtenOff?: Cents
  now: Cents
}

export interface InvoiceLine {
  day: Day | null
  description: string
  quantity: number
  price: Cents
  amount: Cents
}

export interface InvoiceDocument extends Issued, Payable {
  kind: 'invoice'
  /** `opening` and `debit` are no sales (domain.md 11, M8; domain.md 11, M15): no GST, no tax invoice. */
  invoiceKind: 'sale' | 'opening' | 'debit'
  /** The firm's GST status at issue. */
  gstRegistered: boolean
  dueDate: Day
  firm: Firm
  buyer: Buyer
  lines: readonly InvoiceLine[]
  amount: Cents
  /** Included in the amount. */
  gst: Cents
  account: AccountSummary | null
  /** Names of the billed runs; on invoices of the product's first weeks their numbers. */
  runs: readonly string[]
  notes: string
}

/** A change of an issued invoice (domain.md 11, M1). */
export interface AdjustmentDocument extends Issued {
  kind: 'adjustment'
  /** The GST status of the invoice at its issue. */
  gstRegistered: boolean
  firm: Firm
  buyer: Buyer
  invoice: Issued
  before: { amount: Cents; gst: Cents }
  after: { amount: Cents; gst: Cents }
  reason: string
  account: AccountSummary | null
}

export interface StatementLine {
  day: Day
  what: string
  /** The number of the invoice, payment or run; empty: none. */
  reference: string
  /** The change of credit - owing. */
  effect: Cents
  balance: Cents
}

/** What is owed by days overdue (domain.md 11, M7). */
export interface Ageing {
  current: Cents
  days1to30: Cents
  days31to60: Cents
  days61to90: Cents
  over90: Cents
}

export interface AccountStatement extends Payable {
  kind: 'statement'
  /** The day it was made. */
  issueDate: Day
  from: Day
  to: Day
  firm: Firm
  buyer: Buyer
  opening: Cents
  lines: readonly StatementLine[]
  closing: Cents
  ageing: Ageing
}

export interface Receipt extends Issued {
  kind: 'receipt'
  firm: Firm
  buyer: Buyer
  /** Such as "Cash" or "Bank transfer". */
  method: string
  /** The payer's or the bank's text; empty: none. */
  reference: string
  amount: Cents
  /** Rounding of cash, so that it settles exactly: -2 to 2 cents. */
  rounding: Cents
  /** Invoices it paid, in whole or in part. */
  paid: readonly { number: string; amount: Cents }[]
  /** What was left over and is now credit. */
  toCredit: Cents
  balance: Cents
  /** The day of the balance, which is the day the paper is made; receipts of earlier versions omit it. */
  balanceOn?: Day
}

export interface Payee {
  name: string
  address: string
  /** Empty: none. */
  abn: string
}

export interface PayLine {
  day: Day | null
  description: string
  /** "5 bags × $4.00 + 50% of $10.00"; empty for a line by hand. */
  formula: string
  amount: Cents
}

interface Pay extends Issued {
  firm: Firm
  payee: Payee
  from: Day
  to: Day
  lines: readonly PayLine[]
  paid: { day: Day; method: string; reference: string } | null
}

export interface DriverPayStatement extends Pay {
  kind: 'driver-pay'
  total: Cents
}

/** A recipient-created tax invoice (domain.md 11, M22): the firm writes the invoice of its supplier, the driver. */
export interface RecipientTaxInvoice extends Pay {
  kind: 'rcti'
  /** The day of the agreement between firm and driver. */
  agreed: Day
  /** Without GST. */
  subtotal: Cents
  gst: Cents
  total: Cents
}

/** Cancels a recipient-created tax invoice whose payment was reversed; issued by the recipient too. */
export interface RecipientAdjustmentNote extends Issued {
  kind: 'rcti-adjustment'
  firm: Firm
  payee: Payee
  invoice: Issued
  /** The agreement of the tax invoice. */
  agreed: Day
  reason: string
  /** The cancelled amount, above zero, without GST. */
  subtotal: Cents
  gst: Cents
  total: Cents
}

/** The notice of a price change, or that it was cancelled, to a customer without an email. */
export interface PriceLetter {
  kind: 'price'
  issueDate: Day
  firm: Firm
  buyer: Buyer
  heading: string
  text: string
  service: string
  /** The price on the day before the change, not always today’s. */
  oldPrice: Cents
  newPrice: Cents
  /** Null: the change was cancelled. */
  from: Day | null
}
