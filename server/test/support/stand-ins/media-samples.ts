/** One grey pixel, so that content sniffing sees a true PNG. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** The head of an MP4 (ISO 14496-12 §4.3, `ftyp` box), all that content sniffing reads. */
export const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isommp42'),
])

export const HTML = Buffer.from('<!doctype html><title>Sign in</title>')
