import { z } from 'zod'

const MAX_NODES = 500
const MAX_GRAPH_CHARS = 500_000

const node = z.looseObject({
  class_type: z.string().min(1).max(200),
  inputs: z.record(z.string(), z.json()),
})

/** A workflow as ComfyUI exports it with "Save (API Format)". */
export const graphSchema = z
  .record(z.string().min(1).max(100), node)
  .refine((graph) => Object.keys(graph).length > 0, 'has no node')
  .refine((graph) => Object.keys(graph).length <= MAX_NODES, `has more than ${MAX_NODES} nodes`)
  .refine((graph) => JSON.stringify(graph).length <= MAX_GRAPH_CHARS, 'is too long')

export type Graph = z.infer<typeof graphSchema>

export type Placeholders = Partial<
  Record<'@first_image' | '@last_image' | '@prompt' | '@seed', string | number>
>

/**
 * Inserts uploaded names, the prompt and the seed where a whole input is a placeholder; never inside other
 * text.
 */
export function fillGraph(graph: Graph, values: Placeholders): Graph {
  const fill = (input: z.infer<ReturnType<typeof z.json>>): typeof input => {
    if (typeof input === 'string') return values[input as keyof Placeholders] ?? input
    if (Array.isArray(input)) return input.map(fill)
    return input
  }
  return Object.fromEntries(
    Object.entries(graph).map(([id, each]) => [
      id,
      {
        ...each,
        inputs: Object.fromEntries(
          Object.entries(each.inputs).map(([name, input]) => [name, fill(input)]),
        ),
      },
    ]),
  )
}

const PLACEHOLDERS = new Set(['@first_image', '@last_image', '@prompt', '@seed'])

export function listPlaceholders(graph: Graph): Set<string> {
  const strings = (input: unknown): string[] =>
    typeof input === 'string' ? [input] : Array.isArray(input) ? input.flatMap(strings) : []
  const all = Object.values(graph).flatMap((each) => Object.values(each.inputs).flatMap(strings))
  return new Set(all.filter((text) => PLACEHOLDERS.has(text)))
}
