import type { TextStyle } from './text-style.ts'

/** A value as JSON, on one line or, with the indentation of its line, spread over several. */
export function writeValue(value: unknown, style: TextStyle, indent: string | undefined): string {
  if (indent === undefined) return writeOnOneLine(value, style)
  return JSON.stringify(value, null, style.indent).replaceAll('\n', style.lineEnd + indent)
}

function writeOnOneLine(value: unknown, style: TextStyle): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => writeOnOneLine(item, style)).join(style.comma)}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => writeMember(name, writeOnOneLine(member, style), style))
  return `{${members.join(style.comma)}}`
}

export function writeMember(name: string, value: string, { colon }: TextStyle): string {
  return JSON.stringify(name) + (colon.includes('\n') ? ': ' : colon) + value
}
