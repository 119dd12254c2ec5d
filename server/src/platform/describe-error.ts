/** Patterns of secrets that no log may contain. */
const SECRETS: [RegExp, string][] = [
  [/(?<![^\s@"'<>(),:;])[^\s@"'<>(),:;]+@[^\s@"'<>(),:;]+\.[^\s@"'<>(),:;]+/g, '[e-mail]'],
  [/\banon_[0-9a-f]{24}\b/g, '[anonymous id]'],
  [/\b(key|code|token|state|access_token|id_token)=[^\s&"']+/gi, '$1=[kept out]'],
  [/\bBearer +\S+/gi, 'Bearer [kept out]'],
]

export function withoutSecrets(text: string): string {
  return SECRETS.reduce((kept, [pattern, instead]) => kept.replace(pattern, instead), text)
}

interface Fault {
  name?: unknown
  message?: unknown
  code?: unknown
  cause?: unknown
  stack?: unknown
  query?: unknown
  severity?: unknown
  table?: unknown
  constraint?: unknown
}

/**
 * An error in a form that a log may contain: a failed statement without its parameters, and
 * PostgreSQL's message without the values that people wrote.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!error || typeof error !== 'object') return { message: withoutSecrets(String(error)) }
  const fault = error as Fault
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const told: Record<string, unknown> = { type: text(fault.name) ?? 'Error' }
  const query = text(fault.query)
  const fromPostgres = text(fault.severity) !== undefined
  told['message'] = query
    ? `Failed query: ${query}`
    : fromPostgres
      ? (text(fault.message) ?? '').replace(/: ".*"$/s, ': […]')
      : withoutSecrets(text(fault.message) ?? '')
  for (const name of ['code', 'table', 'constraint'] as const) {
    if (typeof fault[name] === 'string' || typeof fault[name] === 'number') told[name] = fault[name]
  }
  // Leaves out the first lines, which repeat the message.
  const frames = text(fault.stack)
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
  if (frames?.length) told['stack'] = frames.join('\n')
  if (fault.cause !== undefined && depth < 4) told['cause'] = describeError(fault.cause, depth + 1)
  return told
}
