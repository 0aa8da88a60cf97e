/**
 * Replaces nodes of the code by other text; nodes within a replaced node are not visited.
 * @param {string} code @param {unknown} program the parsed code
 * @param {(node: any) => string | undefined} textOf the replacement of a node; undefined: unchanged
 */
export function rewriteCode(code, program, textOf) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const changes = []
  const visit = (/** @type {any} */ node) => {
    if (node === null || typeof node !== 'object') return
    const text = Array.isArray(node) ? undefined : textOf(node)
    if (text === undefined) Object.values(node).forEach(visit)
    else changes.push({ start: node.start, end: node.end, text })
  }
  visit(program)
  return changes
    .sort((a, b) => b.start - a.start)
    .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), code)
}
