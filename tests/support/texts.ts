import fc from 'fast-check'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
/** The letters that folding has a rule for, and letters close to them. */
const LETTERS = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0x17f),
  ...range(0x1cd, 0x1dc),
  ...range(0x2b0, 0x2df),
  ...range(0x300, 0x36f),
  ...range(0x386, 0x3ce),
  ...range(0x400, 0x45f),
  ...range(0x1e00, 0x1eff),
  ...range(0x1f00, 0x1f15),
  ...range(0x2000, 0x2065),
  '\u2212',
  '\ufb01',
  '\uff07',
  '\uff0d',
  '\uff21',
  '\u212a',
  '\ud55c',
  '\t',
  '\n',
  '😀',
]

/** Texts of letters, marks, apostrophes, dashes and spaces of many alphabets. */
export const aTextToFold = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...LETTERS) },
    { weight: 1, arbitrary: fc.constantFrom(...'O’Brien-Smíth ł') },
  ),
  maxLength: 40,
})
