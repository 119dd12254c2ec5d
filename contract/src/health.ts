import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'

const count = z.number().int()

const healthPause = z.object({
  id: z.string(),
  version: count,
  began_at: timestamp,
  ended_at: timestamp.nullable(),
  ended_by: z
    .enum(['run', 'test', 'check', 'version'])
    .nullable()
    .describe(
      'A buyer’s run, a test or this server’s own try that delivered, or a new version; null while it lasts',
    ),
  failed: count.describe('The failures that counted'),
  judged: count.describe('How many ended runs were counted'),
  step: z.string().nullable().describe('Where the newest of them failed'),
  message: z.string().describe('What its buyer was told'),
})
export type HealthPause = z.infer<typeof healthPause>

const workflowHealth = z.object({
  failing_since: timestamp
    .nullable()
    .describe('Since when no new run starts; null while runs deliver'),
  next_try: timestamp
    .nullable()
    .describe('When this server tries next whether the recipe works; null where it cannot'),
  pauses: z.array(healthPause).describe('The newest times without new runs, newest first'),
})
export type WorkflowHealth = z.infer<typeof workflowHealth>

export const getHealth = defineRoute('getHealth', {
  summary: 'Whether one’s own recipe delivers, and when its runs failed',
  access: 'visitor',
  scope: 'sales:read',
  params: idParams,
  answer: workflowHealth,
  errors: ['not_found', 'forbidden'],
})
