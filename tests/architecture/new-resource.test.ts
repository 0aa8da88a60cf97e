import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/**
 * What adding a resource touches beside its own folders, its contract and its table (architecture.md, "Adding a
 * resource, step by step"), counted on the suburbs.
 */

const ROOT = path.join(import.meta.dirname, '../..')

/** The suburbs' own files. */
const OWN = /^src\/(client|server)\/features\/suburbs\/|^src\/contract\/v1\/suburbs\.ts$/

/** The two lines of a new resource. */
const SHARED = ['src/client/app/office-features.ts', 'src/server/compose.ts']

/** Rooms of no noun: a file here that names one is a list of nouns. */
const OF_NO_NOUN =
  /^(src\/client\/(api|app|shells|ui)\/|src\/server\/(adapters|http)\/|src\/server\/[^/]+\.ts$|src\/contract\/[^/]+\.ts$|src\/tools\/|sw\/|[^/]+$)/

/** Files through which screens of other nouns name or choose a suburb; a resource that no other noun uses needs none. */
const REFERS_TO_SUBURBS = [
  // The list of requests for suburbs, which Home links to.
  'src/client/shells/office-paths.ts',
  'src/client/shells/pick-sources.ts',
  'src/client/shells/record-page.tsx',
  'src/client/shells/terms-words.ts',
]

interface Named {
  /** Modules imported, in any of the ways there are: static, dynamic, type only, `declare module`. */
  readonly imports: readonly string[]
  /** Names and texts of the code, without comments. */
  readonly words: readonly string[]
}

/** What the code of a file names; comments are not code. */
function namedIn(file: string, text: string): Named {
  const imports: string[] = []
  const words: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) words.push(node.text)
    if (ts.isJsxText(node)) words.push(node.text)
    const from =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : ts.isModuleDeclaration(node)
              ? node.name
              : undefined
    if (from !== undefined && ts.isStringLiteralLike(from)) imports.push(targetOf(file, from.text))
    ts.forEachChild(node, visit)
  }
  visit(
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : undefined),
  )
  return { imports, words }
}

/** `#client/app/paths.ts` or `./paths.ts` as a path from the root. */
const targetOf = (file: string, from: string): string =>
  from.startsWith('#')
    ? `src/${from.slice(1)}`
    : from.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), from)
      : from

/** Registers the suburbs: imports a file of their client's folder, or their routes on the server. */
const registers = ({ imports }: Named): boolean =>
  imports.some((target) =>
    /^src\/client\/features\/suburbs\/|^src\/server\/features\/suburbs\/.*-routes\.ts$/.test(target),
  )

const names = ({ words }: Named): boolean => words.some((word) => /suburb/i.test(word))

const files = ['', 'src', 'sw']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: folder !== '', encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.replaceAll(path.sep, '/')),
    ),
  )
  .filter((file) => /\.(tsx?|mjs|html)$|^knip\.json$/.test(file) && !OWN.test(file))
  .toSorted()
const named = new Map(files.map((file) => [file, namedIn(file, readFileSync(path.join(ROOT, file), 'utf8'))]))
const having = (does: (one: Named) => boolean) => files.filter((file) => does(named.get(file)!))

describe('Adding a resource', () => {
  test('takes a line in two shared files', () => {
    expect(files.length).toBeGreaterThan(700)
    expect(having(registers)).toEqual(SHARED)
  })

  test('takes no other line in a room of no noun', () => {
    const rooms = files.filter((file) => OF_NO_NOUN.test(file))
    expect(rooms.length).toBeGreaterThan(150)
    expect(having(names).filter((file) => OF_NO_NOUN.test(file) && !REFERS_TO_SUBURBS.includes(file))).toEqual(SHARED)
  })

  test('needs what the example has: manifest, addresses, words, contract, routes', () => {
    for (const file of ['feature.tsx', 'suburbs-paths.ts', 'suburbs-words.ts', 'suburbs-routes.tsx'])
      expect(existsSync(path.join(ROOT, 'src/client/features/suburbs', file)), file).toBe(true)
    for (const file of ['src/contract/v1/suburbs.ts', 'src/server/features/suburbs/suburbs-routes.ts'])
      expect(existsSync(path.join(ROOT, file)), file).toBe(true)
    for (const file of REFERS_TO_SUBURBS) expect(having(names)).toContain(file)
  })

  test('is counted wherever a line can be added', () => {
    const file = 'src/client/app/planted.tsx'
    for (const line of [
      "import { suburbsFeature } from '#client/features/suburbs/feature.tsx'",
      "const load = () => import('../features/suburbs/suburbs-routes.tsx')",
      "type Words = typeof import('#client/features/suburbs/suburbs-words.ts')",
    ])
      expect(registers(namedIn(file, line)), line).toBe(true)
    for (const line of ["const INSIDE = ['suburbs']", 'const SuburbsIcon = null', 'const at = `/suburbs/${id}`'])
      expect(names(namedIn(file, line)), line).toBe(true)
    expect(names(namedIn(file, '// such as suburbs'))).toBe(false)
  })
})
