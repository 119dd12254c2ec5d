import type { CreationView } from '@vignette/contract/creations.ts'
import type { MediaView } from '@vignette/contract/entities.ts'
import { readImages as readList } from './gallery/choose-creation-picture.ts'

/** Each picture of a creation once: the main picture first, then `images` in any of its forms. */
export function readImages(images: unknown, image?: string | null): string[] {
  const all =
    image && !readList(images).includes(image) ? [image, ...readList(images)] : readList(images)
  return [...new Set(all.filter((one) => one !== ''))]
}

export interface ShownFile {
  url: string
  /** Null where the answer names the address alone. */
  media: MediaView | null
  isFilm: boolean
  poster?: string | undefined
}

/** The files of a creation in their order: a set's all, else a film, else each picture. */
export function listFiles({
  media,
  video,
  image,
  images,
  further_files: further = [],
}: CreationView): ShownFile[] {
  if (media && further.length > 0) {
    return [media, ...further].map((file) => ({
      url: file.url,
      media: file,
      isFilm: file.kind === 'video',
      poster: file.preview_url ?? undefined,
    }))
  }
  if (video) {
    const film = media?.kind === 'video' ? media : null
    const poster = media?.preview_url ?? image ?? undefined
    return [{ url: video, media: film, isFilm: true, poster }]
  }
  return readImages(images, image).map((url) => ({
    url,
    media: media?.kind === 'image' && media.url === url ? media : null,
    isFilm: false,
  }))
}
