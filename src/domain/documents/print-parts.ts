import { type Day, formatDay } from '../dates.ts'
import { showABN } from '../identifiers.ts'
import { type Cents, showMoney } from '../money.ts'
import { showPhone } from '../phone-number-text.ts'
import type { AccountSummary, BankAccount, Buyer, Firm, PrintedDocument } from './documents.ts'
import type { Fact, Panel, Printout } from './printout.ts'

/** "062-000" */
export function showBSB(bsb: string): string {
  return bsb.replace(/^(\d{3})-?(\d{3})$/, '$1-$2')
}

/** A balance of credit - owing: "$60.00 owing", "$20.00 in credit". */
export function showBalance(balance: Cents): string {
  if (balance === 0) return showMoney(0)
  return `${showMoney(Math.abs(balance))} ${balance < 0 ? 'owing' : 'in credit'}`
}

/** The balance in a sentence, for mails. */
export function balanceSentence(balance: Cents): string {
  if (balance === 0) return 'You owe nothing.'
  return balance < 0 ? `You owe ${showMoney(-balance)}.` : `You have ${showMoney(balance)} in credit.`
}

/** The balance at the end of a day that is over, which may have changed since. */
export function pastBalanceSentence(balance: Cents, on: Day): string {
  const day = formatDay(on)
  if (balance === 0) return `On ${day} you owed nothing.`
  return balance < 0
    ? `On ${day} you owed ${showMoney(-balance)}.`
    : `On ${day} you had ${showMoney(balance)} in credit.`
}

/** What an invoice's email asks for. An invoice sent late can't be paid by a day that is over. */
export function pleasePaySentence(owing: Cents, dueDate: Day, today: Day): string {
  const day = formatDay(dueDate)
  return dueDate < today
    ? `Please pay ${showMoney(owing)}. It was due on ${day}.`
    : `Please pay ${showMoney(owing)} by ${day}.`
}

/** What follows the balance of a cancelled customer whose last collection is on no invoice yet. */
export function invoiceToComeSentence(amount: Cents): string {
  return `Your last collection is still to be invoiced: ${showMoney(amount)}.`
}

/** "$50.00", "+$50.00" or "-$50.00": a change. */
export function showChange(change: Cents): string {
  return change > 0 ? `+${showMoney(change)}` : showMoney(change)
}

/** Further lines of an address are joined, so that the head does not fill the page. */
const ADDRESS_LINES = 5

export function linesOf(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length <= ADDRESS_LINES) return lines
  return [...lines.slice(0, ADDRESS_LINES - 1), lines.slice(ADDRESS_LINES - 1).join(', ')]
}

/** The head of every document, its author and footer. */
export function letterhead(
  firm: Firm,
  heading: string,
  number: string,
  document: PrintedDocument,
): Pick<Printout, 'title' | 'author' | 'day' | 'heading' | 'number' | 'firm' | 'footer'> {
  const contact = [firm.phone && showPhone(firm.phone), firm.email].filter((part) => part !== '').join(' · ')
  const abn = firm.abn === '' ? '' : `ABN ${showABN(firm.abn)}`
  return {
    title: [heading, number].filter((part) => part !== '').join(' '),
    author: firm.name,
    day: document.issueDate,
    heading,
    number,
    firm: { name: firm.name, lines: [...linesOf(firm.address), contact, abn].filter((line) => line !== '') },
    footer: [firm.name, abn].filter((part) => part !== '').join(' · '),
  }
}

export function addresseeOf(label: string, buyer: Buyer): Printout['addressee'] {
  return { label, name: buyer.name, lines: [...linesOf(buyer.address), ...(buyer.email ? [buyer.email] : [])] }
}

/** Null: neither way is offered. */
export function howToPay(
  buyer: Buyer,
  { bank, payUrl }: { bank: BankAccount | null; payUrl: string | null },
): Panel | null {
  if (bank === null && payUrl === null) return null
  const transfer: Fact[] =
    bank === null
      ? []
      : [
          { label: 'Account name', value: bank.accountName },
          { label: 'BSB', value: showBSB(bank.bsb) },
          { label: 'Account number', value: bank.accountNumber },
          { label: 'Reference', value: buyer.paymentReference },
        ]
  return {
    title: 'How to pay',
    text: bank === null ? '' : `${payUrl === null ? 'By' : 'Or by'} bank transfer, with this reference:`,
    link: payUrl === null ? null : { words: 'Pay online', url: payUrl },
    facts: transfer,
  }
}

/**
 * The lines add up from the first to the last. Using credit changes no balance: what it paid stands below the document's
 * total.
 * @param effect what the document changes, as a line of the account
 */
export function accountPanel(account: AccountSummary, effect: Fact): Panel {
  return {
    title: 'Your account',
    text: '',
    link: null,
    facts: [
      { label: 'Balance before', value: showBalance(account.before) },
      effect,
      ...(account.writtenOff ? [{ label: 'Taken off before', value: showMoney(account.writtenOff) }] : []),
      // The document stays as it is, so "now" would not be true any more when it is read or attached again.
      { label: 'Balance after', value: showBalance(account.now) },
    ],
  }
}
