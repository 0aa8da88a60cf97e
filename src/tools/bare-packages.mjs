import { rewriteCode } from './rewrite-code.mjs'

/**
 * Parts of packages that this product never uses and no bundler can remove by itself, because other code of the same
 * package references them. Removing them keeps a driver's precache and first load within budget.mjs.
 */

/**
 * React Router: components for its framework mode, for server components and for data routers. `BrowserRouter` with
 * `Routes` (docs/decisions/phone.md) renders none of them.
 */
const ROUTER_PARTS = [
  'AwaitErrorBoundary',
  'DefaultErrorComponent',
  'PrefetchPageLinks',
  'RSCErrorHandler',
  'RemixErrorBoundary',
  'RemixRootDefaultErrorBoundary',
]
/**
 * Exported components that are never imported: their `displayName` and `forwardRef` alone would keep them in the
 * bundle.
 */
const ROUTER_UNUSED = ['Form', 'HistoryRouter', 'ScrollRestoration']

/** @param {string} code @param {any} program */
function bareRouter(code, program) {
  return rewriteCode(code, program, (node) => {
    if (node.type === 'FunctionDeclaration' && ROUTER_PARTS.includes(node.id?.name)) {
      return `function ${node.id.name}() { return null }`
    }
    if (
      node.type === 'VariableDeclarator' &&
      ROUTER_PARTS.includes(node.id.name) &&
      node.init?.type === 'ClassExpression'
    ) {
      return `${node.id.name} = null`
    }
    if (node.type === 'VariableDeclarator' && ROUTER_UNUSED.includes(node.id.name)) return `${node.id.name} = null`
    const named =
      node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression' && node.expression.left
    if (named && named.property?.name === 'displayName' && ROUTER_UNUSED.includes(named.object?.name)) return ''
    return undefined
  })
}

const PACKAGES = [
  {
    name: 'react-router',
    file: /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-[A-Z0-9]+\.mjs$/,
    bare: bareRouter,
    saves: 5_000,
  },
]

/**
 * A build plugin; it fails when a package's version is not the one whose parts are listed here.
 * @returns {import('vite').Plugin}
 */
export function barePackages() {
  /** @type {Map<string, number>} */
  const saved = new Map()
  return {
    name: 'bagrun:bare-packages',
    apply: 'build',
    transform(code, file) {
      const one = PACKAGES.find((known) => known.file.test(file))
      if (one === undefined) return null
      const bare = one.bare(code, this.parse(code))
      saved.set(one.name, (saved.get(one.name) ?? 0) + code.length - bare.length)
      return bare === code ? null : { code: bare, map: null }
    },
    buildEnd(error) {
      if (error) return
      // The service worker's build does not contain it.
      for (const { name, saves } of PACKAGES) {
        const bytes = saved.get(name)
        if (bytes !== undefined && bytes < saves)
          this.error(`${name} is not the version whose unused parts bare-packages.mjs knows.`)
      }
    },
  }
}
