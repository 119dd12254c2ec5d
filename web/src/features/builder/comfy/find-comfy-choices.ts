import type { ComfyGraph, ComfyNode } from './read-comfy-graph.ts'

export interface ComfyChoice {
  /** The node's id and its field. */
  id: string
  node: string
  field: string
  kind: 'photo' | 'words' | 'seed'
  title: string
  /** What the graph holds now, which stays unless the choice is taken. */
  value: string
  /** Ticked from the beginning. */
  isTaken: boolean
}

export interface ComfyChoices {
  choices: ComfyChoice[]
  /** What the graph saves; undefined if nothing is saved. */
  makes: 'image' | 'video' | undefined
}

const LOADS_PICTURE = /^LoadImage(?:Output)?$/i
const SAVES_VIDEO = /^(?:SaveVideo|SaveWEBM|VHS_VideoCombine)$/i
const SAVES_PICTURE = /^(?:SaveImage|PreviewImage|Image Save|SaveImageWebsocket)$/i
const TEXTS = new Set([
  'text',
  'text_g',
  'text_l',
  'clip_l',
  't5xxl',
  'prompt',
  'positive',
  'positive_prompt',
])
const SEEDS = new Set(['seed', 'noise_seed', 'rand_seed'])
/** The step has two places for pictures. */
const MAX_PHOTOS = 2

/**
 * The fields of a graph that a visitor could fill in, and the kind of file that the graph makes.
 */
export function findComfyChoices(graph: ComfyGraph): ComfyChoices {
  let photos = 0
  const choices = Object.entries(graph).flatMap(([id, node]) =>
    Object.entries(node.inputs).flatMap(([field, value]): ComfyChoice[] => {
      const base = { id: `${id}.${field}`, node: id, field, value: String(value) }
      if (SEEDS.has(field) && typeof value === 'number') {
        return [{ ...base, kind: 'seed', title: `Seed of ${node.title}`, isTaken: true }]
      }
      if (typeof value !== 'string') return []
      if (LOADS_PICTURE.test(node.class_type) && field === 'image') {
        photos += 1
        const title = titleOf(node, 'Photo')
        return photos > MAX_PHOTOS ? [] : [{ ...base, kind: 'photo', title, isTaken: true }]
      }
      if (!TEXTS.has(field) || !/text|prompt|string/i.test(node.class_type)) return []
      const isTaken = isPositive(graph, id, node)
      return [{ ...base, kind: 'words', title: titleOf(node, 'Words'), isTaken }]
    }),
  )
  const saves = (pattern: RegExp) =>
    Object.values(graph).some((node) => pattern.test(node.class_type))
  const makes = saves(SAVES_VIDEO) ? 'video' : saves(SAVES_PICTURE) ? 'image' : undefined
  return { choices, makes }
}

function titleOf(node: ComfyNode, otherwise: string): string {
  return node.title === node.class_type ? otherwise : node.title
}

/** Whether a text leads to a sampler's `positive`, directly or through further nodes. */
function isPositive(graph: ComfyGraph, from: string, node: ComfyNode): boolean {
  if (/negative/i.test(node.title)) return false
  const seen = new Set<string>()
  let ends = [from]
  while (ends.length > 0) {
    const users = Object.entries(graph).filter(([id]) => !seen.has(id))
    const next: string[] = []
    for (const [id, user] of users) {
      for (const [field, link] of Object.entries(user.inputs)) {
        if (!Array.isArray(link) || !ends.includes(String(link[0]))) continue
        if (field.startsWith('positive') || field === 'guider') return true
        if (!field.startsWith('negative')) next.push(id)
      }
    }
    for (const id of next) seen.add(id)
    ends = next
  }
  return false
}
