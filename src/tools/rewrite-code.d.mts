/** A node of a parsed program, with the fields in use. */
export interface CodeNode {
  readonly type: string
  readonly callee?: {
    readonly property?: { readonly name?: string }
    readonly object?: { readonly property?: { readonly name?: string } }
  }
}

export function rewriteCode(code: string, program: unknown, textOf: (node: CodeNode) => string | undefined): string
