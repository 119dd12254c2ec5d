/** One grey pixel, which content sniffing recognises as PNG. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** The head of an MP4 (ISO 14496-12 §4.3, `ftyp` box), which is all that content sniffing reads. */
export const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isommp42'),
])

export const HTML = Buffer.from('<!doctype html><title>Sign in</title>')
