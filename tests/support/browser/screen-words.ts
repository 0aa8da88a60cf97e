import type { Locator } from '@playwright/test'

/**
 * The words a person reads or hears in a part of a screen, in order: headings, labels, buttons by their names, links,
 * messages. Numbers that change from day to day are left to the caller's choice of the part.
 */
export async function wordsOf(part: Locator): Promise<string[]> {
  await part.first().waitFor()
  return part.first().evaluate((root) => {
    const words = [
      ...root.querySelectorAll<HTMLElement>(
        'h1, h2, h3, label, button, a, p, option, legend, [role=alert], [data-words]',
      ),
    ]
      // A message inside a message is told once; what is off the screen is told to nobody but those who hear it.
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.querySelector('p, button, a, label') === null,
      )
      .map((element) => (element.getAttribute('aria-label') ?? element.innerText).replaceAll(/\s+/g, ' ').trim())
    return words.filter((text) => text !== '')
  })
}
