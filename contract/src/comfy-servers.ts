import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'
import { OWN_SERVER } from './own-server-limits.ts'

/** What a header can carry without being read as another. */
const printable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, 'may hold no spaces and only ASCII')

const server = z.object({
  id: z.string(),
  name: z.string().describe('A step names it as `own:NAME` in `params.server`'),
  url: z.string(),
  auth: z
    .enum(['none', 'bearer', 'basic'])
    .describe('What it asks for; the key is never sent back'),
  created_at: timestamp,
})
export type ComfyServerView = z.infer<typeof server>

const own = { access: 'user', scope: 'workflows:write', params: idParams } as const

export const createComfyServer = defineRoute('createComfyServer', {
  summary: 'Bring a ComfyUI server of one’s own, for one’s own recipes',
  access: 'user',
  scope: 'workflows:write',
  body: z.object({
    name: z.string().regex(OWN_SERVER.name, OWN_SERVER.nameRule),
    url: z
      .string()
      .max(OWN_SERVER.urlMax)
      .refine((text) => URL.canParse(text), 'must be an address, such as https://comfy.example.com')
      .describe('https, and on the public internet; where this machine alone reaches us, any'),
    auth: z
      .union([
        z.object({ bearer: printable(OWN_SERVER.keyMax) }),
        z.object({
          user: printable(OWN_SERVER.keyMax).regex(/^[^:]+$/, 'may hold no colon'),
          password: printable(OWN_SERVER.keyMax),
        }),
      ])
      .optional()
      .describe('What a proxy before it asks for'),
  }),
  answer: server,
  status: 201,
  example: { name: 'studio', url: 'https://comfy.example.com', auth: { bearer: 'a-long-key' } },
  errors: ['validation_failed', 'conflict'],
  rate: 'writes',
})

export const listComfyServers = defineRoute('listComfyServers', {
  summary: 'One’s own ComfyUI servers, the oldest first',
  access: 'user',
  scope: 'workflows:read',
  answer: z.object({ items: z.array(server).max(OWN_SERVER.most), next_cursor: z.null() }),
})

export const deleteComfyServer = defineRoute('deleteComfyServer', {
  summary: 'Take a ComfyUI server away; recipes that name it start no new run',
  ...own,
  answer: emptyAnswer,
  errors: ['not_found'],
  rate: 'writes',
})

export const testComfyServer = defineRoute('testComfyServer', {
  summary: 'Ask a ComfyUI server of one’s own whether it answers',
  ...own,
  answer: z.object({ ok: z.boolean(), message: z.string() }),
  errors: ['not_found'],
  rate: 'writes',
})
