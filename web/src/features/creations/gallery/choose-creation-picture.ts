interface CreationFiles {
  video: string | null
  image: string | null
  images?: unknown
}

type CreationPicture = { kind: 'video' | 'image'; url: string } | { kind: 'none' }

/** Video, else image, else the first entry of images, which may be a list, its JSON, or one URL. */
export function chooseCreationPicture(files: CreationFiles): CreationPicture {
  if (files.video) return { kind: 'video', url: files.video }
  if (files.image) return { kind: 'image', url: files.image }
  const [first] = readImages(files.images)
  return first ? { kind: 'image', url: first } : { kind: 'none' }
}

export function readImages(images: unknown): string[] {
  if (Array.isArray(images)) return images.filter((entry) => typeof entry === 'string')
  if (typeof images !== 'string' || images === '') return []
  if (!images.trim().startsWith('[')) return [images]
  try {
    const parsed: unknown = JSON.parse(images)
    return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}
