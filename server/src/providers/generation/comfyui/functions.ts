import { z } from 'zod'
import type { FunctionSpec, MediaKind } from '../spec.ts'
import { graphSchema, listPlaceholders } from './graph.ts'

const HOW =
  'Runs the workflow in params.graph (exported from ComfyUI with "Save (API Format)"). ' +
  'An input that is exactly "@prompt", "@seed", "@first_image" or "@last_image" gets the step\'s ' +
  'prompt, the seed of the job or the name of the uploaded picture.'

export const comfyParams = z.strictObject({
  graph: graphSchema,
  server: z
    .string()
    .regex(/^(?:own:)?[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/, 'is no name of a server')
    .optional()
    .describe(
      'The ComfyUI server that runs it; of the recipe’s creator as own:NAME. Without it the least busy that has all nodes.',
    ),
})

function describe(functionType: string, title: string, output: MediaKind): FunctionSpec {
  const fromPicture = functionType.startsWith('image_')
  return {
    functionType,
    title,
    description: HOW,
    needs: {
      prompt: 'optional',
      firstImage: fromPicture ? 'required' : 'none',
      lastImage: fromPicture ? 'optional' : 'none',
      videos: { min: 0, max: 0 },
    },
    output,
    params: comfyParams,
    // Its page says whether a recipe runs on a server of its creator.
    fixedParams: ['server'],
    usesOf: ({ graph }) => ({
      firstImage: uses(graph, '@first_image'),
      lastImage: uses(graph, '@last_image'),
    }),
    varies: ({ graph }) => uses(graph, '@seed'),
    model: 'none',
  }
}

function uses(graph: unknown, placeholder: string): boolean {
  const read = graphSchema.safeParse(graph)
  // The schema tells the faults of a graph that cannot be read.
  return read.success ? listPlaceholders(read.data).has(placeholder) : true
}

export const comfyFunctions: FunctionSpec[] = [
  describe('text_to_image', 'Text to image', 'image'),
  describe('image_to_image', 'Image to image', 'image'),
  describe('text_to_video', 'Text to video', 'video'),
  describe('image_to_video', 'Image to video', 'video'),
]
