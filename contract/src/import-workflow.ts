import { z } from 'zod'
import { COMFY_FILE } from './comfy-file.ts'
import { defineRoute } from './define-route.ts'
import { recipeDocument } from './recipe-document.ts'
import { RECIPE } from './recipe-limits.ts'
import { BODY } from './request-limits.ts'

const node = z.object({
  id: z.string().describe('As the file has it; 5:7 is the node 7 in the subgraph 5'),
  title: z.string(),
  type: z.string(),
})

export const importWorkflow = defineRoute('importWorkflow', {
  summary: 'The recipe that a file of ComfyUI proposes; nothing is saved',
  access: 'visitor',
  scope: 'workflows:write',
  query: z.object({
    name: z.string().max(RECIPE.nameMax).optional().describe('The recipe’s name'),
    take: z
      .string()
      .regex(/^(?:\d{1,3}(?:,\d{1,3})*)?$/, 'must be numbers with commas between them')
      .max(500)
      .optional()
      .describe('Which of `form` becomes an input or a new seed, by their places: 0,2,5'),
  }),
  fileTypes: COMFY_FILE.types,
  bodyBytes: COMFY_FILE.maxBytes,
  guestBodyBytes: BODY.guestDocumentBytes,
  answer: z.object({
    document: recipeDocument
      .nullable()
      .describe('As `POST /workflows` takes it; null while there are faults'),
    form: z
      .array(
        z.object({
          kind: z.enum(['photo', 'words', 'seed', 'size', 'number', 'choice', 'switch']),
          title: z.string(),
          value: z.string().describe('What the file has, which stays unless it is taken'),
          taken: z.boolean(),
          node,
        }),
      )
      .describe('What a buyer can fill in, and what is proposed of it'),
    missing: z
      .array(
        z.object({ kind: z.enum(['node', 'model', 'file', 'choice']), name: z.string(), node }),
      )
      .describe('What the file needs and the ComfyUI server does not have'),
    faults: z
      .array(z.object({ node: node.nullable(), message: z.string() }))
      .describe('What stands in the way; the message is about the node'),
    asked: z.boolean().describe('A ComfyUI server told what it has'),
  }),
  errors: [
    'bad_request',
    'forbidden',
    'validation_failed',
    'payload_too_large',
    'unsupported_media',
  ],
  rate: 'writes',
})
