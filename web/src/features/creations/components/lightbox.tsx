import type { MediaView } from '@vignette/contract/entities.ts'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { X } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/media.tsx'

/** The picture alone, as large as the window. The browser's own dialog keeps the focus, and Escape closes it. */
export function Lightbox({
  media,
  url,
  title,
  onClose,
}: {
  /** With its smaller sizes, of which the window takes one; without, the file itself is shown. */
  media?: MediaView | null
  url: string
  title: string
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className="m-0 size-full max-h-none max-w-none bg-black/90 p-3 backdrop:bg-transparent open:grid open:place-items-center"
    >
      <Picture
        media={media}
        url={url}
        alt={title}
        priority
        fit="contain"
        className="h-auto max-h-[calc(100dvh-1.5rem)] w-auto max-w-full"
      />
      {/* Each place of the window closes it. */}
      <button
        type="button"
        aria-label="Close"
        onClick={() => dialog.current?.close()}
        className="absolute inset-0 flex cursor-zoom-out items-start justify-end p-4 text-white focus-visible:-outline-offset-4"
      >
        <span className="grid size-11 place-items-center rounded-full bg-black/70">
          <Icon of={X} size={22} />
        </span>
      </button>
    </dialog>
  )
}
