/** Whether every browser test runs, and each screen at every size and in both themes: `npm run proof`. */
export const ALL = process.env['BROWSER_TESTS'] === 'all'

/** The tag of the tests that run only then. */
export const PROOF = '@proof'
