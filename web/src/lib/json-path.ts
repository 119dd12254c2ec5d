export type JsonPath = (string | number)[]

/** Parses "steps[2].first_image", the server's notation. */
export function parseJsonPath(text: string): JsonPath {
  const parts: JsonPath = []
  for (const match of text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    parts.push(match[1] === undefined ? (match[2] ?? '') : Number(match[1]))
  }
  return parts
}

export function formatJsonPath(path: JsonPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}
