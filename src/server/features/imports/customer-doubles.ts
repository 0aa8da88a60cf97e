import { parseAddress } from '#domain/addresses.ts'
import { nameKey } from '#domain/import-rows.ts'
import { showPhone } from '#domain/phone-number-text.ts'

/** Finds the customer here, or the earlier row of the file, who is probably the same as a new row (domain.md 3). */

export interface Somebody {
  readonly firstName: string
  readonly lastName: string
  readonly address: string
  readonly suburbID: string
  readonly mobilePhone: string | null
  readonly homePhone: string | null
}

export interface Candidate extends Somebody {
  /** Where the office finds them: "10482 Anna Smith" or "line 2". */
  readonly called: string
}

export interface Doubles {
  add(candidate: Candidate): void
  /**
   * Compares a new customer with all that were added. Returns null if no one has the same name and address, or the same
   * phone. `isLikely` is true if it is probably the same customer: a phone alone is not enough, because a property
   * manager's may be that of hundreds.
   */
  of(
    somebody: Somebody,
  ): { sentence: string; isLikely: boolean; column: 'lastName' | 'mobilePhone' | 'homePhone' } | null
}

/** An address by its parts: "12 High St" is "12 High Street". */
function homeKey({ address, suburbID }: Somebody): string {
  const { street, number, suffix, unit } = parseAddress(address)
  return [street, number, suffix, unit, suburbID].join('|')
}

const namedHome = (one: Somebody, home: string) => [nameKey(one.firstName), nameKey(one.lastName), home].join('|')

export function customerDoubles(): Doubles {
  /** The first customer with each key; a property manager's phone may be that of hundreds. */
  const found = new Map<string, Candidate>()
  const keep = (key: string, candidate: Candidate) => {
    if (!found.has(key)) found.set(key, candidate)
  }
  return {
    add(candidate) {
      const home = homeKey(candidate)
      keep(namedHome(candidate, home), candidate)
      for (const phone of new Set([candidate.mobilePhone, candidate.homePhone])) {
        if (phone === null) continue
        for (const key of [...likelyKeys(phone, candidate, home), phone]) keep(key, candidate)
      }
    },

    of(somebody) {
      const home = homeKey(somebody)
      const same = found.get(namedHome(somebody, home))
      if (same) return { column: 'lastName', isLikely: true, sentence: `Same name and address as ${same.called}` }
      for (const column of ['mobilePhone', 'homePhone'] as const) {
        const phone = somebody[column]
        if (phone === null) continue
        const [likely] = likelyKeys(phone, somebody, home).flatMap((key) => found.get(key) ?? [])
        const other = likely ?? found.get(phone)
        if (!other) continue
        const sentence = `${showPhone(phone)} is also the phone of ${other.called}`
        return { column, isLikely: likely !== undefined, sentence }
      }
      return null
    },
  }
}

const likelyKeys = (phone: string, { lastName }: Somebody, home: string) => [
  `${phone} name ${nameKey(lastName)}`,
  `${phone} home ${home}`,
]
