import { fileTypeFromBuffer } from 'file-type'

export type MediaFamily = 'image' | 'video'

/** The content type the bytes themselves show, never what their sender claims. */
export async function sniffMedia(bytes: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(bytes))?.mime
}

export function isFamily(contentType: string | undefined, family: MediaFamily): boolean {
  return contentType?.startsWith(`${family}/`) ?? false
}
