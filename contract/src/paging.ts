import { z } from 'zod'
import { PAGE } from './limits.ts'
import { LIST_REACH } from './request-limits.ts'

/** The query parameter that continues a list after a previous answer. */
export const cursor = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe(
    'The next_cursor of the answer before, with the same filters and order; it goes before a page or an offset',
  )

/** The answer's field that a client passes as `cursor` to continue the list. */
export const nextCursor = z
  .string()
  .nullable()
  .describe('The cursor of the rows that follow; null at the end')

export const offset = z.coerce.number().int().min(0).default(0)

/** The number of rows in an answer; a larger number is cut to the maximum. */
export const limit = (usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .default(usual)
    .transform((n) => Math.min(n, PAGE.max))

const OUT_OF_REACH = `reaches the first ${LIST_REACH.toLocaleString('en-US')} rows only; go on with cursor, the next_cursor of the answer before`

interface Pages {
  page: number
  per_page: number
  cursor?: string | undefined
}
interface Slice {
  limit: number
  offset: number
  cursor?: string | undefined
}

/** For `superRefine`: refuses a page beyond `LIST_REACH`, unless a cursor names the place. */
export function checkPage({ page, per_page, cursor }: Pages, ctx: z.RefinementCtx): void {
  if (cursor === undefined && page * per_page > LIST_REACH) refuse(ctx, 'page')
}

export function checkOffset({ limit, offset, cursor }: Slice, ctx: z.RefinementCtx): void {
  if (cursor === undefined && offset + limit > LIST_REACH) refuse(ctx, 'offset')
}

function refuse(ctx: z.RefinementCtx, field: string): void {
  ctx.addIssue({ code: 'custom', path: [field], message: OUT_OF_REACH })
}
