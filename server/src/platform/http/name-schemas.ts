export type Json = Record<string, unknown>

/**
 * Moves each whole body and answer, each object that is written more than once, and each choice of
 * words that has a name of its own, to a schema with a name. `names` are those of the main ones by
 * the place where they stand; a schema without a name there is called after the schema in which it
 * was found and its field.
 */
export function nameSchemas(
  paths: Record<string, Record<string, Json>>,
  names: Readonly<Record<string, string>>,
): { paths: Json; schemas: Record<string, Json> } {
  const roots = rootsOf(paths)
  const counts = new Map<string, number>()
  const wanted = new Map<string, string>()
  for (const { place, schema } of roots) {
    visit(schema, place, (object, at) => {
      const key = JSON.stringify(object)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      const name = names[at]
      if (name) wanted.set(key, name)
    })
  }
  const given = new Map<string, string>()
  const taken = new Set(['Error', ...wanted.values()])
  const schemas: Record<string, Json> = {}

  function nameFor(key: string, proposed: string): string {
    const own = wanted.get(key)
    if (own) return own
    let name = proposed
    for (let at = 2; taken.has(name); at++) name = `${proposed}${at}`
    taken.add(name)
    return name
  }

  function shorten(value: unknown, parent: string, field: string, isRoot: boolean): unknown {
    if (Array.isArray(value)) return value.map((one) => shorten(one, parent, field, false))
    if (!isJson(value)) return value
    const key = JSON.stringify(value)
    if (!isObject(value) && !wanted.has(key)) return inside(value, parent, field)
    if (!isRoot && (counts.get(key) ?? 0) < 2 && !wanted.has(key)) {
      return inside(value, `${parent}${upper(field)}`, '')
    }
    const known = given.get(key)
    if (known) return { $ref: `#/components/schemas/${known}` }
    const name = nameFor(key, `${parent}${upper(field)}`)
    given.set(key, name)
    schemas[name] = inside(value, name, '') as Json
    return { $ref: `#/components/schemas/${name}` }
  }

  function inside(value: Json, parent: string, field: string): Json {
    return Object.fromEntries(
      Object.entries(value).map(([word, part]) => {
        if (word === 'properties' && isJson(part)) {
          const fields = Object.entries(part).map(([name, one]) => [
            name,
            shorten(one, parent, name, false),
          ])
          return [word, Object.fromEntries(fields)]
        }
        if (!NESTED.has(word)) return [word, part]
        return [word, shorten(part, parent, word === 'items' ? singular(field) : field, false)]
      }),
    )
  }

  for (const { operation, part, holder, schema } of roots) {
    holder['schema'] = shorten(schema, `${upper(operation)}${upper(part)}`, '', true)
  }
  const sorted = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { paths, schemas: Object.fromEntries(sorted) }
}

const NESTED = new Set([
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  'additionalProperties',
  'propertyNames',
  'prefixItems',
])

/**
 * Moves each parameter that many calls share to those with a name; where its name stands for
 * several, the one of most calls. Changes the calls, and answers those that it moved.
 */
export function nameParameters(paths: Record<string, Record<string, Json>>): Json {
  const lists = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters }) => (parameters ? [parameters as Json[]] : []))
  const alike = Map.groupBy(lists.flat(), (one) => JSON.stringify(one))
  const shared = [...alike.values()]
    .filter((uses) => uses.length > 2)
    .toSorted((a, b) => a.length - b.length)
    .map((uses) => [upper(String(uses[0]?.['name']).replaceAll('-', '_')), uses] as const)
  const named = new Map(shared)
  for (const list of lists) {
    for (const [at, one] of list.entries()) {
      const name = [...named].find(([, uses]) => uses.includes(one))?.[0]
      if (name) list[at] = { $ref: `#/components/parameters/${name}` }
    }
  }
  const sorted = [...named].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, [one]]) => [name, one]))
}

function rootsOf(paths: Record<string, Record<string, Json>>) {
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => {
      const name = String(operation['operationId'])
      const responses = Object.entries(operation['responses'] as Record<string, Json>)
      const holders = [
        ...mediaOf(operation['requestBody']).map((holder) => ['body', holder] as const),
        ...responses
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, response]) => mediaOf(response).map((one) => ['answer', one] as const)),
      ]
      return holders.map(([part, holder]) => ({
        operation: name,
        part,
        place: `${name}.${part}`,
        holder,
        schema: holder['schema'] as Json,
      }))
    })
}

function mediaOf(one: unknown): Json[] {
  const { content = {} } = (one ?? {}) as { content?: Record<string, Json> }
  return Object.values(content)
}

/** Calls for each object and choice of words, with the fields that lead to it. */
function visit(value: unknown, place: string, found: (object: Json, place: string) => void): void {
  if (Array.isArray(value)) return value.forEach((one) => visit(one, place, found))
  if (!isJson(value)) return
  if (isObject(value) || 'enum' in value) found(value, place)
  for (const [word, part] of Object.entries(value)) {
    if (word === 'properties' && isJson(part)) {
      for (const [name, one] of Object.entries(part)) visit(one, `${place}.${name}`, found)
    } else if (NESTED.has(word)) visit(part, place, found)
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isObject(value: Json): boolean {
  return value['type'] === 'object' && isJson(value['properties'])
}

function upper(text: string): string {
  return text.replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase())
}

function singular(text: string): string {
  return text.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
}
