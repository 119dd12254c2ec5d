import { ALL_FORMATS, BufferSource, BufferTarget, Input, Mp4OutputFormat, Output } from 'mediabunny'
import { TaskError } from '../../../platform/children/messages.ts'

/** A new MP4 from a film; what cannot be read or written is no valid film. */
export async function writeMp4(
  bytes: Uint8Array,
  write: (input: Input, output: Output) => Promise<void>,
): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  try {
    await write(input, output)
    if (!target.buffer) throw new Error('the muxer wrote nothing')
    return new Uint8Array(target.buffer)
  } catch (error) {
    throw new TaskError('invalid_media', error instanceof Error ? error.message : String(error))
  } finally {
    input.dispose()
  }
}
