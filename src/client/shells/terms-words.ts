/**
 * Words of terms used on several screens of the office; the words of schemes are in the domain, where mails use them
 * too.
 */
export const termsWords = {
  statusPENDING: 'Pending',
  statusACTIVE: 'Active',
  statusBLOCKED: 'Blocked',
  statusCANCELED: 'Cancelled',
  accountTypePERSONAL: 'Personal',
  accountTypeBUSINESS: 'Business',
  invoiceType1A: '1A (3 collections in 1 account)',
  invoiceType1B: '1B (2 collections in 1 account)',
  invoiceType1C: '1C (1 collection in 1 account)',
  invoiceType2A: '2A (1 collection in 1 account)',
  invoiceType3A: '3A (1 collection in 1 account)',
  serviceTypeGARDEN_BAG: 'Garden bag',
  serviceTypeRUBBISH_REMOVAL: 'Rubbish removal',
  serviceTypeALL: 'All',
  runStatusdraft: 'draft',
  runStatusactive: 'active',
  runStatuscompleted: 'completed',
  runStatusarchived: 'archived',
  originNEW: 'New',
  originMIGRATED: 'Migrated',
  weekN: 'Week {{week}}',
  noWeek: 'No week yet',
  suburbsWeek: 'The suburb’s week',
  due: 'First collection',
  dueNoWeek: 'The calendar has no upcoming weeks with this number.',
  dueOnRequest: 'Collected on request only.',
  dueWithoutWeek: 'Choose a week first.',
  dueAsItIs: '{{due}} (current)',
  dueByItself: 'Next available week',
  outcomeCOLLECTED: 'Done',
  outcomeEMPTY: 'Bag MT',
  outcomeNOT_OUT: 'Not out',
  outcomeNO_ACCESS: 'No access',
  outcomeOVERWEIGHT: 'Overweight',
  outcomeCONTAMINATED: 'Contaminated',
  outcomeUNSAFE: 'Unsafe',
  outcomeCUSTOMER_CANCELLED: 'Customer cancelled',
  outcomeOTHER: 'Other',
  recordBags_one: '{{count}} bag',
  recordBags_other: '{{count}} bags',
  recordExtra: 'extra {{amount}}',
  recordNote: 'Note: “{{note}}”',
  recordPhoto: 'Photo',
  recordUndo: 'Undone: {{what}}',
  recordUndoBare: 'Undone',
  recordUnknown: 'Unknown record',
  recordNotRead: 'Unreadable record ({{size}})',
  none: '–',
  yes: 'Yes',
  no: 'No',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    terms: typeof termsWords
  }
}
