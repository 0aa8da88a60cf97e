import type { PrintedDocument } from './documents.ts'
import { printReceipt, printStatement } from './print-account.ts'
import { printAdjustment } from './print-adjustment.ts'
import { printInvoice } from './print-invoice.ts'
import { printPriceLetter } from './print-price.ts'
import { printDriverPay, printRecipientAdjustment, printRecipientTaxInvoice } from './print-pay.ts'
import type { Printout } from './printout.ts'

export function print(document: PrintedDocument): Printout {
  switch (document.kind) {
    case 'invoice':
      return printInvoice(document)
    case 'adjustment':
      return printAdjustment(document)
    case 'statement':
      return printStatement(document)
    case 'receipt':
      return printReceipt(document)
    case 'driver-pay':
      return printDriverPay(document)
    case 'rcti':
      return printRecipientTaxInvoice(document)
    case 'price':
      return printPriceLetter(document)
    case 'rcti-adjustment':
      return printRecipientAdjustment(document)
  }
}
