/** When a page counts as "usable": what must be shown, what is tapped, and what shows that the tap was handled. */
export interface Usable {
  /** CSS of everything that has to be on the page first. */
  shown: readonly string[]
  /** CSS of the button, and its text or its accessible name. */
  button: { css: string; name: string }
  /** CSS of an element whose attribute the tap changes; without an attribute, an address that contains this. */
  answered: { css: string; attribute: string } | { address: string }
}

/** ms since the navigation began. */
export interface Started {
  shown: number
  answered: number
}

/** Runs in the page, repeatedly from its first moment: taps as soon as the button is there. */
export function watchUsable({ shown, button, answered }: Usable): void {
  const name = (element: Element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
  const answer = () =>
    'address' in answered
      ? location.href
      : (document.querySelector(answered.css)?.getAttribute(answered.attribute) ?? null)
  const seen: { shown?: number; answered?: number; before?: string | null } = {}
  Object.assign(window, { started: seen })
  const look = () => {
    if (seen.shown === undefined) {
      const found = [...document.querySelectorAll<HTMLElement>(button.css)].find(
        (element) => name(element) === button.name,
      )
      if (found && shown.every((css) => document.querySelector(css) !== null)) {
        seen.shown = performance.now()
        seen.before = answer()
        found.click()
      }
    } else if ('address' in answered ? location.href.includes(answered.address) : answer() !== seen.before) {
      seen.answered ??= performance.now()
      return
    }
    // Not at every frame's end: a slow phone's frames are long.
    setTimeout(look, 4)
  }
  look()
}
