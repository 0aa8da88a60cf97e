import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { collectTexts } from '../../src/tools/shared/texts.mjs'

const ROOT = path.join(import.meta.dirname, '../..')

interface Text {
  readonly where: string
  readonly text: string
}

/** A setting's key, a class, a path: not shown to people. */
const isKey = (text: string) => /^[\w-]*[./_-][\w./-]*$/.test(text)
const bare = (text: string) => text.replace(/\{\{[^}]*\}\}/g, '{{}}')

/** The texts of a file, with `{{}}` in place of inserted values. */
function textsOf(file: string): Text[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Text[] = []
  const note = (node: ts.Node, text: string) =>
    isKey(text) ||
    found.push({
      where: `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
      text: bare(text),
    })
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) note(node, node.text)
    if (ts.isTemplateExpression(node))
      note(node, node.head.text + node.templateSpans.map(({ literal }) => `{{x}}${literal.text}`).join(''))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const filesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
/** Of server and domain, and what the client puts together. */
const WORDS = filesIn('src').filter((file) => file.endsWith('-words.ts'))
const isSentence = ({ text }: Text) => /[A-Za-z]{2,} [A-Za-z{]/.test(text)
const { texts, computed } = collectTexts()
const told = [
  ...texts.flatMap(({ where, sentences }) => sentences.map((sentence) => ({ where, text: bare(sentence) }))),
  ...WORDS.flatMap(textsOf),
  ...filesIn('src/domain')
    .filter((file) => !WORDS.includes(file))
    .flatMap(textsOf)
    .filter(isSentence),
]

/** The spec's texts stay exactly as they are. */
const OF_THE_SPEC = new Set([
  'Sorry, the page you visited does not exist.',
  'Password and confirm password does not match',
  'Could not collect',
  'Could not collect: {{}}',
  'Cannot generate run',
  'Cannot generate pickup',
  'Cannot generate reminder',
  'Do not remind',
  'Do not send invoice email',
  // Of the portal's issue.
  'Your driver is on the way: {{}} of {{}} stops visited, last heard {{}}.',
])

const RULES: readonly [what: string, wrong: RegExp][] = [
  ['“email”, not “e-mail” or “mail”', /\be-mail|\bmails?\b(?! server)/i],
  ['a count with its noun, not “in all”', /\bin all\b/],
  ['“someone” or nobody at all', /\b(somebody|whoever|nobody|everybody)\b/i],
  ['no “he” or “she”: “the driver”, “they”', /\b(he|him|his|she|hers?)\b/i],
  ['words people say', /\b(meanwhile|anew|thereby|shall|by hand|read in|rings)\b/i],
  ['“Keep mine”, “Use theirs”', /Take theirs|Save mine/],
  ['“Withdraw”, “Sign out this phone”', /\b(take|taken|took|takes) (it |that |this )?back\b(?! by the bank)/i],
  ['“Name” and “Family name”, as the spec’s form has them', /\b(first|last|given) name\b/i],
  ['“Search”, not “Find”', /^Find\b/],
  ['“Leave blank …”, not “Empty: …”', /\bempty:/i],
  ['“View …”, not “See the …”', /^See the\b/],
  ['“next collection”, not “due period”', /\bperiods?\b(?! \{\{| of 4)/i],
  ['“run 2”, not “round 2”', /\brounds?\b/i],
  ['a toast is short: “Customer added”', /^The [\w ]+ (is|are) \w+ed\.$/],
  ['contractions, as in an office', /\b(is|are|was|were|does|do|did|has|have|could|will|would) not\b|\bcannot\b/i],
  ['curly apostrophes and quotation marks', /['"]/],
  ['single spaces', /\S {2,}\S/],
  ['one full stop at the end', /\.\.$/],
  ['“…”, not three dots', /\.\.\./],
  ['no space before “…” and punctuation', /\s[…,.;:!?](\s|$)/],
]

describe('The texts that people read', () => {
  test('are found', () => {
    expect(WORDS.length).toBeGreaterThan(10)
    expect(texts.length).toBeGreaterThan(4000)
  })

  test('are written where they are used or in a table, so that a translation can know them', () => {
    expect(computed).toEqual([])
  })

  test.each(RULES)('keep to the rule: %s', (_what, wrong) => {
    expect(
      told
        .filter(({ text }) => wrong.test(text) && !OF_THE_SPEC.has(text))
        .map(({ where, text }) => `${where} ${text}`),
    ).toEqual([])
  })
})
