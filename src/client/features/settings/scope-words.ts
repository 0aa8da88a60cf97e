import { TOKEN_NOUNS, type TokenNoun, type TokenScope } from '#contract/token-scopes.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

export const NOUN_WORDS = sentences({
  customers: 'Customers',
  suburbs: 'Suburbs',
  products: 'Services',
  runs: 'Weekly runs',
  cases: 'Cases',
  invoices: 'Invoices',
  transactions: 'Payments',
  payments: 'Card payments',
  reports: 'Reports',
  drivers: 'Drivers',
})

export const ACT_WORDS = sentences({ read: 'Read', write: 'Change' })

export const NOUNS = Object.keys(TOKEN_NOUNS) as readonly TokenNoun[]

/** "Customers: read, change" for each noun that a token has. */
export function scopesInWords(scopes: readonly TokenScope[]): string {
  return NOUNS.flatMap((noun) => {
    const acts = TOKEN_NOUNS[noun].filter((act) => scopes.includes(`${noun}:${act}` as TokenScope))
    if (acts.length === 0) return []
    return [`${t(NOUN_WORDS[noun])}: ${acts.map((act) => t(ACT_WORDS[act]).toLowerCase()).join(', ')}`]
  }).join('; ')
}
