/** Of a parsed program, as far as it is asked about. */
export interface CodeNode {
  readonly type: string
  readonly callee?: {
    readonly property?: { readonly name?: string }
    readonly object?: { readonly property?: { readonly name?: string } }
  }
}

export function rewriteCode(code: string, program: unknown, textOf: (node: CodeNode) => string | undefined): string
