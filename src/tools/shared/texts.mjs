import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from './root.mjs'

/**
 * @typedef {object} Text
 * @property {string} where file and line
 * @property {string[]} sentences one; of `plural` both; of a conditional or a table each
 */

const CLIENT = 'src/client'
/** What records and their fields are called, for every room (domain/field-labels.ts). */
const LABELS = 'src/domain'

/**
 * Every sentence that the screens get from `t`, `plural`, `sentences` (src/client/ui/core/texts.ts) and `fieldLabels`, and the places
 * that give one of these something else, which no translation could know.
 * @returns {{ texts: Text[], computed: string[] }}
 */
export function collectTexts() {
  const files = [CLIENT, LABELS]
    .flatMap((room) =>
      readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter(
      (file) => /\.tsx?$/.test(file) && !file.endsWith('ui/core/texts.ts') && file !== `${LABELS}/field-labels.ts`,
    )
    .toSorted()
  /** @type {Text[]} */
  const texts = []
  /** @type {string[]} */
  const computed = []
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const given = givenTo(node.expression.text, node.arguments)
        if (given !== undefined) {
          const where = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
          const found = given.map(sentencesIn)
          if (found.includes(undefined)) computed.push(`${where} ${node.getText()}`)
          const sentences = found.flatMap((one) => one ?? [])
          if (sentences.length > 0) texts.push({ where, sentences })
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { texts, computed }
}

/** The expressions that should be sentences; undefined: another function. @param {string} name @param {ts.NodeArray<ts.Expression>} args */
function givenTo(name, args) {
  if (name === 't') return args.slice(0, 1)
  if (name === 'plural') return args.slice(1, 3)
  if (name !== 'sentences' && name !== 'fieldLabels') return undefined
  const [table] = args
  if (table === undefined || !ts.isObjectLiteralExpression(table)) return args.slice(0, 1)
  return table.properties.map((property) => (ts.isPropertyAssignment(property) ? property.initializer : table))
}

/**
 * None for a look-up, whose table is collected where it stands; undefined for what is computed.
 * @param {ts.Expression} expression @returns {string[] | undefined}
 */
function sentencesIn(expression) {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isParenthesizedExpression(expression)) return sentencesIn(expression.expression)
  if (ts.isElementAccessExpression(expression) || ts.isPropertyAccessExpression(expression)) return []
  if (!ts.isConditionalExpression(expression)) return undefined
  const [one, other] = [sentencesIn(expression.whenTrue), sentencesIn(expression.whenFalse)]
  return one && other && [...one, ...other]
}
