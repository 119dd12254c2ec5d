import type { JsonNode } from './json-node.ts'

/** How a JSON text is laid out, so that what an edit adds looks like the rest. */
export interface TextStyle {
  /** What one level is indented by. */
  indent: string
  lineEnd: '\n' | '\r\n'
  /** Between a name and its value. */
  colon: string
  /** Between two parts on one line. */
  comma: string
}

export function findStyle(text: string, root: JsonNode): TextStyle {
  const first = root.type === 'object' ? root.members[0] : undefined
  return {
    indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
    colon: first ? text.slice(first.nameTo, first.value.from) : ': ',
    comma: /,[ \t]*\S/.exec(text)?.[0].slice(0, -1) ?? ', ',
  }
}

/** The spaces at the beginning of the line of a place. */
export function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
