import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface ApiSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: ApiSchema[]
  oneOf?: ApiSchema[]
  allOf?: ApiSchema[]
  items?: ApiSchema
  properties?: Record<string, ApiSchema>
  additionalProperties?: ApiSchema | boolean
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
}

/** Texts that have broken parsers, queries, paths and pages before. */
export const HOSTILE_TEXT: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '%00',
    '\ud800',
    "' or 1=1 --",
    '"; drop table media; --',
    '../../../../etc/passwd',
    '..%2f..%2f',
    '<script>alert(1)</script>',
    '{{wish}}',
    '${7*7}',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '-1',
    '0',
    '1e400',
    '9223372036854775808',
    '99999999999999999999999999',
    '٣',
    'İ',
    'ﷺ',
    '🏳️‍🌈'.repeat(20),
    'a'.repeat(4_000),
    ')(*&^%$#@!',
    '\\',
    '\u202e',
    '2026-13-45T99:99:99Z',
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    'http://169.254.169.254/latest/meta-data',
    'javascript:alert(1)',
    '//evil.example',
    'anon_',
    'anon_000000000000000000000000',
    'me',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 200 }),
)

/** Texts that PostgreSQL refuses, as text or within JSON. */
export const UNSTORABLE_TEXT = fc.constantFrom('\0', 'boat\0', '\ud800', 'boat \udc00')

/** Mostly valid values, often at the schema's bounds, and sometimes invalid ones. */
export function arbitraryValue(
  schema: ApiSchema,
  known: readonly string[],
  depth = 0,
): fc.Arbitrary<unknown> {
  const fitting = fittingOf(schema, known, depth)
  return fc.oneof(
    { weight: 12, arbitrary: fitting },
    { weight: 1, arbitrary: HOSTILE_TEXT },
    { weight: 1, arbitrary: depth > 3 ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 }) },
  )
}

function fittingOf(
  schema: ApiSchema,
  known: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum?.length) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (options?.length) {
    return fc.oneof(...options.map((option) => fittingOf(option, known, depth)))
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return fc.oneof(...types.map((type) => ofType(type, schema, known, depth)))
}

function ofType(
  type: string | undefined,
  schema: ApiSchema,
  known: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'string':
      return textOf(schema, known)
    case 'array':
      return fc.array(arbitraryValue(schema.items ?? {}, known, depth + 1), {
        maxLength: depth > 2 ? 2 : 5,
      })
    case 'object':
      return objectOf(schema, known, depth)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function numberOf({ minimum, maximum }: ApiSchema): fc.Arbitrary<number> {
  const edges = [minimum, maximum].filter((edge) => edge !== undefined)
  const around = [0, 1, -1, 0.5, 50, 300, 2 ** 31, 2 ** 53, Number.MAX_VALUE]
  return fc.oneof(
    fc.constantFrom(...around, ...edges, ...edges.map((edge) => edge + 1)),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
}

function textOf(
  { minLength = 0, maxLength = 300, format }: ApiSchema,
  known: readonly string[],
): fc.Arbitrary<string> {
  const most = Math.min(maxLength, 400)
  const plain = fc.string({ minLength: Math.min(minLength, most), maxLength: most })
  const words = fc.constantFrom('wish', 'draw', 'local', 'A {{wish}}', 'boat', 'restyle', 'image')
  const edge = fc.constantFrom('x'.repeat(most), 'é'.repeat(most), 'x'.repeat(most + 1))
  if (format === 'uuid') {
    return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, fc.uuid())
  }
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    { weight: 3, arbitrary: words },
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: edge },
  )
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: ApiSchema,
  known: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, own]): [string, fc.Arbitrary<unknown>] => {
    const value = arbitraryValue(own, known, depth + 1)
    return [name, required.includes(name) ? value : fc.option(value, { nil: undefined })]
  })
  const record = fc.record(Object.fromEntries(members))
  if (!additionalProperties || typeof additionalProperties === 'boolean') return record
  const further = fc.dictionary(
    fc.oneof(fc.constant('wish'), fc.string({ maxLength: 20 })),
    arbitraryValue(additionalProperties, known, depth + 1),
    { maxKeys: 3 },
  )
  return fc.tuple(record, further).map(([own, more]) => ({ ...more, ...own }))
}
