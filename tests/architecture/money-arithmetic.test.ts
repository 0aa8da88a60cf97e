import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/**
 * Money is whole cents; dollars exist on the wire only (domain.md 1). Adding 0.1 and 0.2 dollars gives
 * 0.30000000000000004, so no amount of the wire is calculated with before it is cents again.
 */

const SRC = path.join(import.meta.dirname, '../../src')
/** The only place that converts between dollars and cents. */
const CONVERSION = 'domain/money.ts'
const TO_CENTS = new Set(['fromDollars', 'nearestCents'])
const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.AsteriskEqualsToken,
  ts.SyntaxKind.SlashEqualsToken,
])
/** Names of amounts in the contract, each in AUD. */
const DOLLARS =
  /^(dollars|amount|price|owing|gst|credit|rounding|effect|balance|unbilled|allocated|fromCredit|extraAmount|issuedAmount|accountBalance|possibleAccountBalance|openingBalance|totalSales|total(Amount|Owing)|difference|gstDifference)$/

const operand = (node: ts.Expression): string =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : ''
const callee = (node: ts.Node): string => (ts.isCallExpression(node) ? operand(node.expression) : '')

/** Where the text calculates with dollars: "12: amount * 2". */
function wrongArithmetic(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true)
  const client = name.startsWith('client/')
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (TO_CENTS.has(callee(node))) return
    if (ts.isBinaryExpression(node) && ARITHMETIC.has(node.operatorToken.kind)) {
      const sides = [node.left, node.right]
      const onWire = sides.some((side) => callee(side) === 'toDollars' || (client && DOLLARS.test(operand(side))))
      const byHand =
        sides.some((side) => /cents|dollars/i.test(side.getText())) &&
        sides.some((side) => ts.isNumericLiteral(side) && ['100', '0.01'].includes(side.text))
      const ofTax = sides.some((side) => ts.isNumericLiteral(side) && ['11', '1.1', '0.1'].includes(side.text))
      if (onWire || byHand || ofTax) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        found.push(`${line + 1}: ${node.getText()}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('Arithmetic on money', () => {
  test('is done in cents everywhere but at the wire’s conversion', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.tsx?$/.test(name) && name !== CONVERSION)
    expect(files.length).toBeGreaterThan(500)
    const wrong = files.flatMap((name) =>
      wrongArithmetic(name, readFileSync(path.join(SRC, name), 'utf8')).map((where) => `${name}:${where}`),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['client/a.ts', 'items.reduce((sum, { amount }) => sum + amount, 0)'],
    ['client/a.ts', 'const rest = invoice.owing - paid'],
    ['server/a.ts', 'const sum = toDollars(a) + toDollars(b)'],
    ['server/a.ts', 'const shown = cents / 100'],
    ['domain/a.ts', 'const gst = total / 11'],
  ])('in %s this is refused: %s', (name, text) => {
    expect(wrongArithmetic(name, text)).toHaveLength(1)
  })

  test.each([
    ['client/a.ts', 'items.reduce((sum, { amount }) => sum + nearestCents(amount), 0)'],
    ['server/a.ts', 'const rest = row.amount - row.allocated'],
  ])('in %s this is allowed: %s', (name, text) => {
    expect(wrongArithmetic(name, text)).toEqual([])
  })
})
