import type { ImportedAddresses } from './import-addresses.ts'

const people = (count: number) => (count === 1 ? '1 customer' : `${count} customers`)

/** What `npm run import-addresses` prints: customers by their refId, without their names. */
export function addressLines(done: ImportedAddresses): string[] {
  const { applied, exact, near, unmatched, unmatchedRefIDs, elsewhere, withoutPoint } = done
  const { places, same, stays, refused, broken } = done
  const more = unmatched - unmatchedRefIDs.length
  const some = (count: number, line: string) => (count === 0 ? [] : [line])
  return [
    `Matched: ${people(exact)}, by the same address`,
    `Near: ${people(near)}, by the house without its unit, a range of numbers, or a neighbour (25 to 45 m)`,
    `Unmatched: ${people(unmatched)}${unmatched === 0 ? '' : `: ${unmatchedRefIDs.join(', ')}`}${more > 0 ? ` and ${more} more` : ''}`,
    ...some(elsewhere, `  ${people(elsewhere)} in a postcode that these files don’t have: is a state missing?`),
    ...some(
      withoutPoint,
      `  ${people(withoutPoint)} with no point nearer than the street: is a state’s geocode missing?`,
    ),
    ...some(refused, `Points that can’t be right, left out: ${refused}`),
    ...some(broken, `Lines that can’t be read, left out: ${broken}`),
    ...some(same, `Already so: ${people(same)}`),
    ...some(
      stays,
      `Left as they are: ${people(stays)} with a place of the office, of drivers’ visits or of your own file`,
    ),
    applied
      ? `Written: ${people(places)}`
      : `To write: ${people(places)}${places === 0 ? '' : '. Nothing was written yet: add --apply'}`,
  ]
}
