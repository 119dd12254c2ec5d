import { Conversion, type Input, type Output } from 'mediabunny'
import { TaskError } from '../../../platform/children/messages.ts'

/**
 * Copies frames and sound into a new file without encoding them again. Metadata of a camera, a phone
 * or a generator (a place, a device, a name, the prompt) is left out.
 */
export async function copyTracks(input: Input, output: Output): Promise<void> {
  const conversion = await Conversion.init({
    input,
    output,
    copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
    tags: {},
    showWarnings: false,
  })
  const kept = new Set(conversion.utilizedTracks)
  const wanted = (await input.getPrimaryVideoTrack()) ?? (await input.getPrimaryAudioTrack())
  if (!conversion.isValid || !wanted || !kept.has(wanted)) {
    throw new TaskError('invalid_media', 'its kind of encoding cannot be written')
  }
  await conversion.execute()
}
