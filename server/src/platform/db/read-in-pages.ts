/** Every row in the order of the ids, read page by page: `read` answers the rows after an id. */
export async function* readInPages<R extends { id: string }>(
  read: (after: string) => PromiseLike<R[]>,
): AsyncGenerator<R> {
  let after = ''
  for (;;) {
    const page = await read(after)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}
