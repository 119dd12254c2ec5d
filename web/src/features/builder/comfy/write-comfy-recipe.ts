import { RECIPE, TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import { keyOf } from '@vignette/contract/references.ts'
import { isParts, type Parts } from '../document/read-parts.ts'
import { freeName } from '../document/recipe/find-name-fault.ts'
import { namedPartsOf } from '../document/recipe/read-named-parts.ts'
import type { ComfyChoice, ComfyChoices } from './find-comfy-choices.ts'

const PICTURES = ['@first_image', '@last_image'] as const

/**
 * A recipe of one step that runs the graph. Choices that are taken become inputs, or the seed of
 * each run; every other value stays as the graph has it.
 */
export function writeComfyRecipe(
  written: Parts,
  { choices, makes = 'image' }: ComfyChoices,
  taken: ReadonlySet<string>,
  name: string,
): string {
  const chosen = choices.filter((one) => taken.has(one.id))
  const id = makes === 'video' ? 'film' : 'picture'
  const inputs: Parts[] = []
  const filled = chosen.map((one): [ComfyChoice, string] => {
    if (one.kind === 'seed') return [one, '@seed']
    const slug = keyOf({ display_name: one.title }).replace(/^(?=\d)/, '_') || one.kind
    const key = freeName(namedPartsOf({ inputs, steps: [{ id }] }), slug)
    inputs.push(writeInput(one, key))
    const photos = chosen.filter(({ kind }) => kind === 'photo')
    return [one, one.kind === 'words' ? `{{${key}}}` : (PICTURES[photos.indexOf(one)] ?? one.value)]
  })
  const [first, last] = inputs.filter((input) => input.type === 'image')
  const recipe = {
    name: name.slice(0, RECIPE.nameMax) || 'Untitled recipe',
    description: '',
    price: 0,
    license: 'personal',
    output_type: makes === 'video' ? 'mp4' : 'image',
    inputs,
    steps: [
      {
        id,
        function_type: `${first ? 'image' : 'text'}_to_${makes}`,
        provider: 'comfyui',
        ...(first ? { first_image: `{{${String(first.key)}}}` } : {}),
        ...(last ? { last_image: `{{${String(last.key)}}}` } : {}),
        params: { graph: filled.reduce(fill, written) },
      },
    ],
    output: id,
  }
  return `${JSON.stringify(recipe, null, 2)}\n`
}

function writeInput({ kind, title, value }: ComfyChoice, key: string): Parts {
  const display_name = title.slice(0, RECIPE.nameMax)
  if (kind === 'photo') return { key, type: 'image', display_name }
  return { key, type: 'text', display_name, value: value.slice(0, TEXT_MAX), multiline: true }
}

function fill(graph: Parts, [{ node, field }, value]: [ComfyChoice, string]): Parts {
  const whole = graph[node]
  if (!isParts(whole) || !isParts(whole.inputs)) return graph
  return { ...graph, [node]: { ...whole, inputs: { ...whole.inputs, [field]: value } } }
}
