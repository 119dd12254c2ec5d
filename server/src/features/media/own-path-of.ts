import type { Ctx } from '../../ctx.ts'

/** The path of an address on this site, with or without its origin. */
export function ownPathOf(ctx: Pick<Ctx, 'origin'>, address: string): string | undefined {
  if (!URL.canParse(address, ctx.origin)) return undefined
  const { origin, pathname } = new URL(address, ctx.origin)
  return origin === new URL(ctx.origin).origin ? pathname : undefined
}
