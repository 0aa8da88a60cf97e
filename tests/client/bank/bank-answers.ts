import type { BankLineShown, BankResult } from '#contract/v1/bank.ts'
import { newID } from '#domain/identifiers.ts'

type Proposal = BankLineShown['proposals'][number]

export const ANNA: Proposal = {
  customerID: '01890000-0000-7000-8000-00000000c001',
  name: 'Anna Featherstone',
  refId: '10482',
  invoiceID: '01890000-0000-7000-8000-00000000d007',
  invoice: 'INV-000007',
  amount: 75,
  effect: {
    owing: 75,
    paid: [{ invoiceID: '01890000-0000-7000-8000-00000000d007', number: 'INV-000007', amount: 75 }],
    credit: 0,
  },
  reason: 'Reference of Anna Featherstone (10482). Amount matches INV-000007.',
}

export const BEN: Proposal = {
  customerID: '01890000-0000-7000-8000-00000000c002',
  name: 'Ben Okafor',
  refId: '10490',
  invoiceID: '01890000-0000-7000-8000-00000000d008',
  invoice: 'INV-000008',
  amount: 75,
  effect: {
    owing: 40,
    paid: [{ invoiceID: '01890000-0000-7000-8000-00000000d008', number: 'INV-000008', amount: 40 }],
    credit: 35,
  },
  reason: 'The name of Ben Okafor (10490). Ben Okafor owes $40.00.',
}

export const bankLine = (changes: Partial<BankLineShown> = {}): BankLineShown => ({
  bankLineID: newID(),
  bankFileID: '01890000-0000-7000-8000-00000000f001',
  file: 'bank.csv',
  line: 4,
  account: '',
  day: '2026-11-02',
  amount: 75,
  text: 'Deposit',
  type: '',
  balance: null,
  state: 'waiting',
  closed: false,
  perhapsKnown: false,
  proposals: [],
  split: null,
  reversals: [],
  payments: [],
  payouts: [],
  payout: null,
  reason: null,
  decidedAt: null,
  decidedBy: null,
  ...changes,
})

export const bankResult = (changes: Partial<BankResult> = {}): BankResult => ({
  layout: 'commbank',
  read: 312,
  posted: 290,
  postedAmount: 21_750,
  toCheck: 14,
  waiting: 6,
  moneyOut: 1,
  clearing: 0,
  known: 1,
  accounts: ['06200012345678'],
  from: '2026-11-02',
  to: '2026-11-16',
  unreadable: 0,
  problems: [],
  lines: [
    { line: 1, day: '2026-11-02', amount: 75, text: 'Deposit', outcome: 'posts', name: 'Anna', reason: 'It fits.' },
  ],
  ...changes,
})
