/** Which browser tests run: `all`, each with every size and both themes; `screens`, those with that tag; else the rest. */
const WANTED = process.env['BROWSER_TESTS']

/** Whether every browser test runs, and each screen at every size and in both themes: `npm run proof -- all-screens`. */
export const ALL = WANTED === 'all'

/** The tag of the tests that run only then. */
export const PROOF = '@proof'

/** The tag of the screens that are opened at one phone and one desk size, and of the maps: `npm run proof -- screens`. */
export const SCREENS = '@screens'

/** The tests of a project that this run wants. */
export const extent =
  WANTED === 'all'
    ? {}
    : WANTED === 'screens'
      ? { grep: new RegExp(SCREENS), grepInvert: new RegExp(PROOF) }
      : { grepInvert: new RegExp(`${PROOF}|${SCREENS}`) }
