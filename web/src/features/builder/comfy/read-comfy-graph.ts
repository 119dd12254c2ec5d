import { isParts, type Parts } from '../document/read-parts.ts'

export interface ComfyNode {
  class_type: string
  inputs: Parts
  title: string
}

export type ComfyGraph = Record<string, ComfyNode>

type ReadComfy =
  | { is: 'graph'; graph: ComfyGraph; written: Parts }
  /** ComfyUI's file for its own editor, which the server of ComfyUI does not run. */
  | { is: 'editor' }
  | { is: 'other' }

export const EDITOR_FORMAT =
  'This is ComfyUI’s own save. Use Workflow › Export (API) and drop that.'

/** What a JSON value is to ComfyUI. */
export function readComfyGraph(value: unknown): ReadComfy {
  if (!isParts(value)) return { is: 'other' }
  if (Array.isArray(value.nodes) && Array.isArray(value.links)) return { is: 'editor' }
  const nodes = Object.entries(value).flatMap(([id, node]): [string, ComfyNode][] => {
    if (!isParts(node) || typeof node.class_type !== 'string' || !isParts(node.inputs)) return []
    const meta = isParts(node._meta) ? node._meta.title : undefined
    const title = typeof meta === 'string' && meta !== '' ? meta : node.class_type
    return [[id, { class_type: node.class_type, inputs: node.inputs, title }]]
  })
  if (nodes.length === 0 || nodes.length < Object.keys(value).length) return { is: 'other' }
  return { is: 'graph', graph: Object.fromEntries(nodes), written: value }
}
