import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import type { Parts } from '../document/read-parts.ts'
import { type ComfyChoices, findComfyChoices } from './find-comfy-choices.ts'
import { EDITOR_FORMAT, readComfyGraph } from './read-comfy-graph.ts'
import { readPngGraph } from './read-png-graph.ts'

export interface ComfyStart extends ComfyChoices {
  is: 'graph'
  /** The graph as the file has it. */
  written: Parts
  /** The file's name without its ending. */
  name: string
}

export type Start = ComfyStart | { is: 'recipe'; text: string } | { is: 'refused'; message: string }

/** ComfyUI writes its graph before the pixels, so that the beginning of a picture is enough. */
const PNG_BEGINNING = 4 * MEGABYTE

/** What a chosen file begins: a recipe, valid or not, or a graph of ComfyUI. */
export async function readStart(file: File): Promise<Start> {
  const isPicture = file.type === 'image/png' || /\.png$/i.test(file.name)
  if (!isPicture && file.size > PUBLISHING.graphBytes) return refuse(TOO_LONG)
  const text = isPicture
    ? readPngGraph(new Uint8Array(await file.slice(0, PNG_BEGINNING).arrayBuffer()))
    : await file.text()
  if (text === undefined) return refuse('This picture holds no graph of ComfyUI.')
  if (text.length > PUBLISHING.graphBytes) return refuse(TOO_LONG)
  const read = readComfyGraph(parse(text))
  if (read.is === 'editor') return refuse(EDITOR_FORMAT)

  if (read.is === 'other') {
    return isPicture ? refuse('This picture holds no graph of ComfyUI.') : { is: 'recipe', text }
  }
  const name = file.name.replace(/\.[^.]+$/, '')
  return { is: 'graph', written: read.written, name, ...findComfyChoices(read.graph) }
}

const TOO_LONG = `A recipe has at most ${PUBLISHING.graphBytes / 1024} KB.`

function refuse(message: string): Start {
  return { is: 'refused', message }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
