import { fileTypeFromBuffer } from 'file-type'

export type MediaFamily = 'image' | 'video'

/** The content type that the bytes themselves show, not the sender's claim. */
export async function sniffMedia(bytes: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(bytes))?.mime
}

export function isFamily(contentType: string | undefined, family: MediaFamily): boolean {
  return contentType?.startsWith(`${family}/`) ?? false
}
