import type { Ctx } from '../../ctx.ts'
import { signature } from '../../platform/secrets.ts'

/** Who reads a letter: an account, or the reader of the mail at an address that a visitor left. */
export function readerOf(
  ctx: Pick<Ctx, 'config'>,
  person: { id: string; kind: 'visitor' | 'user' },
  address: string,
): string {
  return person.kind === 'user' ? person.id : signature(ctx.config.secret, 'reader', address)
}
