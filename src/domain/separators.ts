/** Finds the separator of a CSV file; office and server must find the same. */

/** The separator that a first line such as "sep=;" names, as Excel writes it; null: there is no such line. */
export const namedDelimiter = (text: string): string | null =>
  /^\ufeff?"?sep=([,;|\t])"?[,;|\t]*\n/i.exec(text)?.[1] ?? null

/** Titles above the headings may have no separator, or another one. */
const LINES_COMPARED = 20

/** The separator in most of the first lines, then the most frequent one, outside quotes. */
export function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((one) => [one, { lines: 0, times: 0, last: -1 }]))
  let quoted = false
  let line = 0
  for (const character of text.trimStart()) {
    const count = counts.get(character)
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n') line += 1
    else if (count) {
      count.times += 1
      if (count.last < line) count.lines += 1
      count.last = line
    }
    if (line === LINES_COMPARED) break
  }
  const [best] = [...counts].reduce((most, one) => {
    const more = one[1].lines - most[1].lines || one[1].times - most[1].times
    return more > 0 ? one : most
  })
  return best
}
