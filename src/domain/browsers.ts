/** The first match counts, because other browsers also name Chrome and Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\/|\bEdge\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\b(?:Headless)?Chrome\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** The first match counts, because Android also names Linux, and an iPhone Mac OS X. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const wordOf = (pairs: readonly (readonly [RegExp, string])[], text: string) =>
  pairs.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Browser and system of a User-Agent header in words, such as "Chrome on Android"; null: neither is known. */
export function browserInWords(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  const browser = wordOf(BROWSERS, userAgent)
  const system = wordOf(SYSTEMS, userAgent)
  if (browser === null) return system
  return system === null ? browser : `${browser} on ${system}`
}
