/**
 * Every time zone this browser knows, Australia's first. @param kept the stored one, which an older browser may not
 * list
 */
export function timeZones(kept: string): { australian: readonly string[]; others: readonly string[] } {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), ...(kept === '' ? [] : [kept])])
  const all = [...known].toSorted()
  return { australian: all.filter(isAustralian), others: all.filter((zone) => !isAustralian(zone)) }
}

const isAustralian = (zone: string) => zone.startsWith('Australia/')
