import { readImages as readList } from './gallery/choose-creation-picture.ts'

/** Each picture of a creation once: the main picture first, then `images` in any of its forms. */
export function readImages(images: unknown, image?: string | null): string[] {
  const all =
    image && !readList(images).includes(image) ? [image, ...readList(images)] : readList(images)
  return [...new Set(all.filter((one) => one !== ''))]
}
