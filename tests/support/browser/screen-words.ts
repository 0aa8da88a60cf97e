import type { Locator } from '@playwright/test'

/**
 * The words that a person reads or a screen reader announces in a part of a screen, in order: headings, labels, button
 * names, links, messages. The caller chooses the part so that numbers that change daily are not in it.
 */
export async function wordsOf(part: Locator): Promise<string[]> {
  await part.first().waitFor()
  return part.first().evaluate((root) => {
    const words = [
      ...root.querySelectorAll<HTMLElement>(
        'h1, h2, h3, label, button, a, p, option, legend, [role=alert], [data-words]',
      ),
    ]
      // A message inside a message is listed once; visually hidden text counts only where a screen reader announces it.
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.querySelector('p, button, a, label') === null,
      )
      .map((element) => (element.getAttribute('aria-label') ?? element.innerText).replaceAll(/\s+/g, ' ').trim())
    return words.filter((text) => text !== '')
  })
}
