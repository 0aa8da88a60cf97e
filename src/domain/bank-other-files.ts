/** Files that banks offer beside CSV and OFX, by how they begin. */
const OTHERS: readonly (readonly [begins: RegExp, kind: string])[] = [
  [/^!(?:type|account|option|clear)\b/i, 'a QIF file'],
  [/^(?:\{1:F01|:20:)/i, 'an MT940 file'],
  [/^<\?xml[^]{0,300}camt\.05|^<document[^>]{0,300}camt\.05/i, 'a CAMT file'],
  [/^%pdf-/i, 'a PDF file'],
  [/^<(?:!doctype html|html|table|head|body)\b/i, 'a web page'],
  [/^0 {17}\d\d/, 'an ABA file'],
]

/** A sentence that names the kind of file and says what to do; null: it is none of them. */
export function otherBankFile(text: string): string | null {
  const start = text.slice(0, 1_000).replace(/^\ufeff|^ï»¿/, '')
  const found = OTHERS.find(([begins]) => begins.test(start.trimStart()))
  return found ? `This is ${found[1]}. Export CSV or OFX from your bank instead.` : null
}
