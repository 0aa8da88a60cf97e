/** By their place in the town: what the sandbox does each time their card or bank account is charged. */
export const BEHAVIOURS: Partial<Record<number, string>> = {
  4: 'card_pays',
  120: 'card_pays',
  121: 'debit_pays',
  122: 'card_pays',
  124: 'card_soft',
  126: 'card_hard',
  128: 'debit_returned',
  130: 'card_pays',
  132: 'card_hard',
  135: 'card_pays',
  136: 'debit_pays',
  137: 'card_pays',
}
/** Saves another card after the first one was refused. */
export const CHANGES_CARD = 126

/** Who pays automatically and signs in with the demo's password, beside the customer who has yet to set it up. */
export const PAYS_AUTOMATICALLY = 4

export const savesMethod = (at: number): boolean => BEHAVIOURS[at] !== undefined
