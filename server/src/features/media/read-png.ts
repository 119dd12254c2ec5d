const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** A longer chunk that is not picture data is skipped. */
const MOST_BYTES = 65_536

/** A chunk of a PNG; the picture's data come in pieces, as they arrive. */
export interface PngPart {
  type: string
  data: Buffer
}

/** The chunks of a PNG in their order, holding one of them at a time. */
export async function* readPng(source: AsyncIterable<Buffer>): AsyncGenerator<PngPart, void> {
  const input = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const hold = async (bytes: number): Promise<void> => {
    while (held.length < bytes) {
      const { done, value } = await input.next()
      if (done) throw new Error('a stored PNG ends early')
      held = held.length > 0 ? Buffer.concat([held, value]) : value
    }
  }
  const take = (bytes: number): Buffer => {
    const taken = held.subarray(0, bytes)
    held = held.subarray(taken.length)
    return taken
  }

  await hold(SIGNATURE.length)
  if (!take(SIGNATURE.length).equals(SIGNATURE)) throw new Error('a stored picture is no PNG')
  for (;;) {
    await hold(8)
    const head = take(8)
    const type = head.toString('latin1', 4)
    if (type === 'IEND') return
    let left = head.readUInt32BE(0)
    if (type !== 'IDAT' && left <= MOST_BYTES) {
      await hold(left)
      yield { type, data: take(left) }
      left = 0
    }
    while (left > 0) {
      await hold(1)
      const data = take(left)
      left -= data.length
      if (type === 'IDAT') yield { type, data }
    }
    // Skips the checksum: the store has kept the file whole.
    await hold(4)
    take(4)
  }
}
