import i18next from 'i18next'

/**
 * Every namespace's words. Each words file adds its own by declaration merging, so that this file names no feature and
 * `t` accepts only keys that exist.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Words {}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Words
    returnNull: false
  }
}

void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: {} },
  // The words are part of the code that uses them: nothing is loaded later, so no screen shows keys.
  initAsync: false,
  interpolation: { escapeValue: false },
  returnEmptyString: false,
})

/**
 * Adds one feature's words. Called by the chunk that contains the feature, so that a driver never loads the office's
 * words.
 */
export function addWords<Noun extends keyof Words>(noun: Noun, words: Words[Noun]): void {
  i18next.addResourceBundle('en', noun, words, true, true)
}
