/** Real money is one book, and each gateway's test money is a book of its own. */
export type Book = 'live' | `test:${string}`

/** The book of a gateway's money; the column `payments.book` holds the same value. */
export function bookOf(gateway: { id: string; testMode: boolean }): Book {
  return gateway.testMode ? `test:${gateway.id}` : 'live'
}

/** Sums are taken within one book and one currency. */
export interface Money {
  book: Book
  currency: string
}
