/** Real money is one book, and the test money of each gateway one of its own. */
export type Book = 'live' | `test:${string}`

/** The book that a gateway's money belongs to; the column `payments.book` says the same. */
export function bookOf(gateway: { id: string; testMode: boolean }): Book {
  return gateway.testMode ? `test:${gateway.id}` : 'live'
}

/** Sums are taken within one book and one currency. */
export interface Money {
  book: Book
  currency: string
}
