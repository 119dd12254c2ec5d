import type { Ctx } from '../../ctx.ts'
import { type Book, bookOf } from '../ledger/index.ts'

/** The book of new checkouts; claims and earnings show this book only. */
export function currentBook({ gateway }: Pick<Ctx, 'gateway'>): Book {
  return bookOf(gateway)
}
