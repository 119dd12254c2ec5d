import { readImages as readList } from './gallery/choose-creation-picture.ts'

/** Every picture of a creation once: its main one first, then `images` in whatever shape it comes. */
export function readImages(images: unknown, image?: string | null): string[] {
  const all =
    image && !readList(images).includes(image) ? [image, ...readList(images)] : readList(images)
  return [...new Set(all.filter((one) => one !== ''))]
}
