import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { browserInWords } from '#domain/browsers.ts'

const KNOWN = [
  'Edge',
  'Opera',
  'Samsung Internet',
  'Firefox',
  'Chrome',
  'Safari',
  'iPhone',
  'iPad',
  'Android',
  'Chromebook',
  'Windows',
  'Mac',
  'Linux',
]

describe('a browser in words', () => {
  test.each([
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1',
      'Safari on iPad',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0',
      'Opera on Linux',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
      'Chrome on Chromebook',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'iPhone'],
    ['Firefox/132.0', 'Firefox'],
    ['curl/8.5.0', null],
    ['', null],
    [undefined, null],
  ])('%s', (userAgent, words) => {
    expect(browserInWords(userAgent)).toBe(words)
  })

  test('none of the header’s own text is shown, whatever it is', () => {
    expect(browserInWords('<script>alert(1)</script> Chrome/1')).toBe('Chrome')
    const piece = fc.oneof(fc.string(), fc.constantFrom('Chrome/1', 'Safari/1', 'Android', 'Windows', 'Version/1', ' '))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const words = browserInWords(pieces.join(''))
        expect(words === null ? [] : words.split(' on ').filter((word) => !KNOWN.includes(word))).toEqual([])
      }),
    )
  })
})
